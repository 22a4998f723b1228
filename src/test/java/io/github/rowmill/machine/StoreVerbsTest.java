package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the machine plays every verb of the store. The test follows the byte code from the commands down. */
class StoreVerbsTest {

    private static final String LOOK = "only reads; a claim checks its result again";

    /** Packages of the verbs that write tasks. */
    private static final Set<String> PACKAGES =
            Set.of("engine.store", "engine.store.claim", "engine.store.end", "feature.unique");

    /** Package of the verbs that write steps and signals. All its beans count. */
    private static final String STEPS = "feature.step.store";

    private static final String QUARANTINE = "only reads; claimQuarantined checks its result again";
    private static final String REMOTE = "has the same statements for remote workers; WorkStepsTest runs them";
    private static final String FLOW = "is the wait for a flow, which FlowStepsTest runs";
    private static final String LOOP = "is a turn of a loop, which StepTransactionsTest runs";

    /** Verbs that no command reaches, with the reason. */
    private static final Map<String, String> LEFT_OUT = Map.ofEntries(
            Map.entry("Recoveries.untilNext", "only reads the time of the next recovery"),
            Map.entry("Expirations.untilNext", "only reads the time of the next deadline"),
            Map.entry("Expirations.expire", "meets claims in UniquePairTest"),
            Map.entry("DueQueues.groups", LOOK),
            Map.entry("DueQueues.look", LOOK),
            Map.entry("DueQueues.mayHaveWaiting", LOOK),
            Map.entry("DueQueues.plan", LOOK),
            Map.entry("DueQueues.preference", LOOK),
            Map.entry("DueQueues.queues", LOOK),
            Map.entry("DueQueues.walk", LOOK),
            Map.entry("Groups.of", LOOK),
            Map.entry("LeaseRows.holding", LOOK),
            Map.entry("LeaseRows.of", "only reads; verdicts of remote workers have a fence of their own"),
            Map.entry("Inserts.insertMembers", "inserts rows of flows; FlowRaceTest runs them beside others"),
            Map.entry("HeldClaims.of", "only reads; in LostEnqueueTest a node gives back what it finds"),
            Map.entry("HeldClaims.since", "only reads for HeldClaims.of"),
            Map.entry("QuarantinedTasks.isFirst", QUARANTINE),
            Map.entry("QuarantinedTasks.mayStart", QUARANTINE),
            Map.entry("RemoteStepRows.all", REMOTE),
            Map.entry("RemoteStepRows.bytes", REMOTE),
            Map.entry("RemoteStepRows.find", REMOTE),
            Map.entry("RemoteStepRows.recordIfHeld", REMOTE),
            Map.entry("SignalMarks.asleep", "only counts"),
            Map.entry("SignalRows.target", "only reads; SignalTest finds tasks by their unique keys"),
            Map.entry("SleepEnds.end", "moves the end of a sleep, as Others.Pass does"),
            Map.entry("StepReader.find", "only reads for pages"),
            Map.entry("StepRows.recordTurnIfHeld", LOOP),
            Map.entry("StepRows.recordFlowIfHeld", FLOW),
            Map.entry("StepRows.endFlowIfHeld", FLOW),
            Map.entry("StepTrimmer.name", "is the name of a loop"));

    private final JavaClasses classes = new ClassFileImporter().importPackages("io.github.rowmill");

    @Test
    void everyVerbOfTheStoreIsReachedByACommand() {
        Set<JavaCodeUnit> reached = reachedFrom(commands());

        Set<String> missed = verbs().filter(verb -> !reached.contains(verb))
                .map(StoreVerbsTest::name)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(missed).containsExactlyInAnyOrderElementsOf(LEFT_OUT.keySet());
    }

    @Test
    void theGeneratorDrawsEveryCommand() {
        Set<Class<?>> drawn = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            new Generator(seed).sequence(30).forEach(command -> drawn.add(command.getClass()));
        }

        assertThat(drawn.stream().map(Class::getName))
                .containsExactlyInAnyOrderElementsOf(
                        commandTypes().map(JavaClass::getName).toList());
    }

    /** Returns the public methods of the store's beans. */
    private Stream<JavaMethod> verbs() {
        return classes.stream()
                .filter(StoreVerbsTest::isOfTheStore)
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && !method.getModifiers().contains(JavaModifier.STATIC));
    }

    private static boolean isOfTheStore(JavaClass type) {
        String house = type.getPackageName().replace("io.github.rowmill.", "");
        boolean isScoped = type.isAnnotatedWith(ApplicationScoped.class);
        return house.equals(STEPS)
                ? isScoped || type.isAnnotatedWith(Singleton.class)
                : isScoped && PACKAGES.contains(house);
    }

    private Stream<JavaClass> commandTypes() {
        return classes.stream().filter(type -> type.isAssignableTo(Command.class) && !type.isInterface());
    }

    private Set<JavaCodeUnit> commands() {
        return commandTypes()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getName().equals("act"))
                .collect(Collectors.toSet());
    }

    private Set<JavaCodeUnit> reachedFrom(Set<JavaCodeUnit> roots) {
        Set<JavaCodeUnit> reached = new HashSet<>(roots);
        Deque<JavaCodeUnit> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            called(open.remove()).filter(reached::add).forEach(open::add);
        }
        return reached;
    }

    private static Stream<JavaCodeUnit> called(JavaCodeUnit caller) {
        return caller.getAccessesFromSelf().stream()
                .map(JavaAccess::getTarget)
                .filter(CodeUnitAccessTarget.class::isInstance)
                .flatMap(target -> ((CodeUnitAccessTarget) target).resolveMember().stream())
                .map(JavaCodeUnit.class::cast)
                .flatMap(StoreVerbsTest::withWhatOverridesIt);
    }

    private static Stream<JavaCodeUnit> withWhatOverridesIt(JavaCodeUnit called) {
        String[] parameters =
                called.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
        return Stream.concat(
                Stream.of(called),
                called.getOwner().getAllSubclasses().stream()
                        .flatMap(type -> type.tryGetMethod(called.getName(), parameters).stream()));
    }

    private static String name(JavaMethod verb) {
        return verb.getOwner().getSimpleName() + "." + verb.getName();
    }
}
