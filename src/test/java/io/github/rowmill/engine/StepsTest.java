package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Counts the methods and files through which a reader of the code must follow a task. A method of Rowmill counts if it
 * is on the stack of a call of the driver (insert, lock, take, completion) or of the handler.
 */
@QuarkusTest
@TestProfile(RarePolls.class)
class StepsTest extends EngineTest {

    /** A number of tasks of one queue that is too large for a claim by ids. */
    private static final int MORE_THAN_BY_ID = 101;

    /** Number of tries to find a way. While a node still ends the tasks of another test, it takes no task at once. */
    private static final int TIMES = 5;

    private static final String OWN = "io.github.rowmill.";

    /** Packages for connections and statements. Their methods do not count. */
    private static final List<String> KIT = List.of(OWN + "db.");

    private static final List<String> TESTS =
            List.of(OWN + "engine.Probes", OWN + "engine.StepsTest", OWN + "engine.JdbcCalls");

    @Test
    void aTaskThatIsTakenAtOnceGoesThroughFewMethodsInFewFiles() {
        Set<String> steps = steps(
                task -> QuarkusTransaction.requiringNew().run(() -> queue.enqueue(task)),
                List.of("Inserts", "Claims.claimNew", "Completions", "Probes.probe"));

        assertThat(steps).hasSizeLessThanOrEqualTo(21);
        assertThat(files(steps)).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void aTaskTakenAtOnceOutsideATransactionGoesThroughFewerMethods() {
        Set<String> steps = steps(queue::enqueue, List.of("Claims.insertNew", "Completions", "Probes.probe"));

        assertThat(steps).hasSizeLessThanOrEqualTo(18);
        assertThat(files(steps)).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void aTaskThatIsSearchedForGoesThroughFewMethodsInFewFiles() {
        Set<String> steps = steps(
                task -> queue.enqueue(Collections.nCopies(MORE_THAN_BY_ID, task)),
                List.of("Inserts", "DueTasks", "Claims.take", "Completions", "Probes.probe"));

        assertThat(steps).hasSizeLessThanOrEqualTo(34);
        assertThat(files(steps)).hasSizeLessThanOrEqualTo(18);
    }

    private static Set<String> files(Set<String> steps) {
        return steps.stream().map(StepsTest::file).collect(Collectors.toSet());
    }

    /**
     * Returns the methods on the stacks of a task. Each of {@code stations} is in the name of a method, by which one of
     * the stacks is found.
     */
    private Set<String> steps(Consumer<NewTask> enqueue, List<String> stations) {
        List<Set<String>> ways = List.of();
        for (int time = 0; time < TIMES && !missing(stations, ways).isEmpty(); time++) {
            ways = stacksOf(enqueue).stream().map(StepsTest::own).toList();
        }
        assertThat(missing(stations, ways)).as("nothing reached these").isEmpty();
        Set<String> steps = new TreeSet<>();
        for (String station : stations) {
            steps.addAll(way(station, ways).orElseThrow());
        }
        steps.removeIf(step -> TESTS.stream().anyMatch(step::startsWith));
        return steps;
    }

    private static List<String> missing(List<String> stations, List<Set<String>> ways) {
        return stations.stream().filter(station -> way(station, ways).isEmpty()).toList();
    }

    private static Optional<Set<String>> way(String station, List<Set<String>> ways) {
        return ways.stream()
                .filter(way -> way.stream().anyMatch(step -> step.contains(station)))
                .findFirst();
    }

    private List<List<StackWalker.StackFrame>> stacksOf(Consumer<NewTask> enqueue) {
        List<List<StackWalker.StackFrame>> stacks = new CopyOnWriteArrayList<>();
        NewTask task = NewTask.of("probe", probes.behave(any -> stacks.add(JdbcCalls.stack())));
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue.accept(task);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> rows.number("select count(*) from rowmill_task where status <> 'completed'") == 0);
            stacks.addAll(calls.stacks());
        }
        return stacks;
    }

    /** Returns Rowmill's methods on a stack. A lambda counts as the method that contains it. */
    private static Set<String> own(List<StackWalker.StackFrame> stack) {
        Set<String> steps = new TreeSet<>();
        List<String> lambdas = new ArrayList<>();
        for (StackWalker.StackFrame frame : stack) {
            String type = frame.getClassName();
            String method = frame.getMethodName();
            if (!type.startsWith(OWN) || isGenerated(type) || KIT.stream().anyMatch(type::startsWith)) {
                continue;
            }
            if (method.startsWith("lambda$")) {
                lambdas.add(type + "." + method.split("\\$")[1]);
            } else {
                steps.add(type + "." + method + frame.getDescriptor());
            }
        }
        lambdas.stream()
                .filter(lambda -> steps.stream().noneMatch(step -> step.startsWith(lambda + "(")))
                .toList()
                .forEach(lambda -> steps.add(lambda + "()"));
        return steps;
    }

    private static boolean isGenerated(String type) {
        return type.contains("_Subclass")
                || type.contains("_ClientProxy")
                || type.contains("_Bean")
                || type.contains("$$");
    }

    private static String file(String step) {
        String type = step.substring(0, step.indexOf('('));
        return type.substring(0, type.lastIndexOf('.')).replaceAll("\\$.*", "");
    }
}
