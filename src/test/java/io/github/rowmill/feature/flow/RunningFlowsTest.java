package io.github.rowmill.feature.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskFlow;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.RarePolls;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests flows on a running node. Its poll is so rare that only looks explain early starts. */
@QuarkusTest
@TestProfile(RarePolls.class)
class RunningFlowsTest {

    record Number(int value) {}

    record Square(int root, int value) {}

    @Singleton
    static class Squares {

        private final Flows flows;
        final List<Object> seen = new CopyOnWriteArrayList<>();
        volatile boolean fails;

        Squares(Flows flows) {
            this.flows = flows;
        }

        @Handles(value = "flow-square", maxAttempts = 1)
        Square square(Number number) {
            if (fails && number.value() == 3) {
                throw new IllegalStateException("three");
            }
            return new Square(number.value(), number.value() * number.value());
        }

        @Handles("flow-sum")
        int sum(TaskContext task) {
            TaskFlow flow = flows.of(task);
            seen.add(flow.counts("squares"));
            flow.peek("squares", Square.class)
                    .filter(one -> one.error() != null)
                    .forEach(one -> seen.add(one.status() + " " + one.error()));
            return flow.results("squares", Square.class).mapToInt(Square::value).sum();
        }

        @Handles("flow-tell")
        void tell(TaskContext task) {
            seen.add(String.valueOf(flows.of(task).result("sum", Integer.class)));
        }

        void onHeld(@Observes TaskEvent.FlowHeld held) {
            seen.add("held " + held.part());
        }
    }

    @Inject
    Flows flows;

    @Inject
    TaskQueue queue;

    @Inject
    Squares squares;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
        squares.seen.clear();
        squares.fails = false;
    }

    private long enqueue(int count) {
        Flow flow = Flow.of("sum");
        Flow.Part each = flow.add(
                "squares",
                IntStream.range(0, count)
                        .mapToObj(i -> NewTask.of("flow-square", new Number(i)))
                        .toList());
        Flow.Part sum = flow.add("sum", NewTask.of("flow-sum")).after(each);
        flow.add("tell", NewTask.of("flow-tell")).after(sum);
        return flows.enqueue(flow).id();
    }

    private void awaitEnd(long id) {
        await().atMost(Duration.ofSeconds(9))
                .until(() -> flows.find(id).orElseThrow().state() == FlowView.State.ENDED);
    }

    @Test
    void theNextPartReadsTheResultsOfManyTasks() {
        long id = enqueue(2_500);

        awaitEnd(id);

        int sum = IntStream.range(0, 2_500).map(i -> i * i).sum();
        assertThat(squares.seen).hasSize(2).last().isEqualTo(String.valueOf(sum));
    }

    @Test
    void aPartThatIsLetGoSeesTheFailure() {
        squares.fails = true;
        long id = enqueue(5);
        await().atMost(Duration.ofSeconds(9)).until(() -> squares.seen.contains("held sum"));

        flows.letGo(id, "sum");
        awaitEnd(id);

        assertThat(squares.seen).anyMatch(text -> String.valueOf(text).matches("dead .*three.*"));
        assertThat(squares.seen).last().isEqualTo("21");
    }

    @Test
    void aRetryOfTheFailedTaskContinuesTheFlow() {
        squares.fails = true;
        long id = enqueue(5);
        await().atMost(Duration.ofSeconds(9)).until(() -> squares.seen.contains("held sum"));

        squares.fails = false;
        queue.retry(flows.find(id).orElseThrow().parts().get(1).waitsFor());
        awaitEnd(id);

        assertThat(squares.seen).last().isEqualTo("30");
    }

    @Test
    void aChainOfManyLinksEndsSoon() {
        NewTask[] links = Collections.nCopies(50, NewTask.of("noop")).toArray(NewTask[]::new);
        long id = flows.enqueue(Flow.chain("links", links)).id();

        awaitEnd(id);

        assertThat(flows.find(id).orElseThrow().counts().completed()).isEqualTo(50);
    }
}
