package io.github.rowmill.bench;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Measures steps beside plain inserts, drains and claims beside sleeping tasks, and signals. {@code -Dbench.sleeping}
 * is the number of sleeping tasks.
 */
class StepRun extends Benchmark {

    private static final int SLEEPING = Integer.getInteger("bench.sleeping", 100_000);
    private static final int STEPS = 5_000;
    private static final int DUE = 10_000;
    private static final int SIGNALS = 500;
    private static final int WARM_UPS = 5;

    @Test
    void recordsSteps() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            target.execute("create table bench_step (like rowmill_step including all)");
            for (int i = 0; i < WARM_UPS; i++) {
                micros(mill, "measure-steps");
                micros(mill, "measure-inserts");
            }
            Rounds rounds = new Rounds();
            for (int i = 0; i < ROUNDS; i++) {
                rounds.add(micros(mill, "measure-steps"), micros(mill, "measure-inserts"));
            }
            results.ratio("step", "µs", "SQL, a bare insert and its commit", rounds);
        }
    }

    private static double micros(Mill mill, String type) {
        target.execute("truncate bench_step");
        return 1_000_000 * mill.workloads().took(type, STEPS) / STEPS;
    }

    @Test
    void drainsBesideSleepingTasks() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            for (int i = 0; i < WARM_UPS; i++) {
                mill.drain("noop", TASKS);
            }
            Rounds rounds = new Rounds();
            for (int i = 0; i < ROUNDS; i++) {
                rounds.add(
                        mill.drain("noop", TASKS, () -> addSleeping("answer"), node -> {}), mill.drain("noop", TASKS));
            }
            results.ratio(
                    "drain beside %,d sleeping tasks".formatted(SLEEPING), "tasks/s", "the drain without them", rounds);
        }
    }

    @Test
    void claimsBesideSleepingTasks() throws Exception {
        try (Mill mill = Mill.start(target, 1, "rowmill.enabled=false")) {
            mill.close();
            ClaimCost cost = new ClaimCost(target);
            cost.fillWithDue(DUE);
            List<Double> without = List.of(cost.perTask());
            cost.fillWithDue(DUE);
            addSleeping("noop");
            results.ratio(
                    "claim of 100 beside %,d sleeping tasks".formatted(SLEEPING),
                    "pages/task",
                    List.of(cost.perTask()),
                    "the claim without them",
                    without);
            cost.fillWithDue(0);
            addSleeping("noop");
            results.rounds(
                    "empty claim beside %,d sleeping tasks".formatted(SLEEPING), "pages", List.of(cost.emptyClaim()));
        }
    }

    /** Adds tasks that look as if their handlers had called {@code sleep}. */
    private static void addSleeping(String type) {
        target.execute("""
                with asleep as (
                    insert into rowmill_task (type, run_at, started, version)
                    select '%s', now() + interval '1 day', now(), 2 from generate_series(1, %d)
                    returning id, run_at)
                insert into rowmill_step (task, name, kind, until)
                select id, 'night', 'sleep', run_at from asleep
                """.formatted(type, SLEEPING));
        target.execute("vacuum analyze rowmill_task, rowmill_step");
        target.execute("checkpoint");
    }

    @Test
    void deliversSignals() throws Exception {
        try (Mill mill = Mill.start(target, 1)) {
            quantiles("signal, same process", () -> mill.workloads().signals(SIGNALS));
        }
        try (Mill mill = Mill.start(target, 0)) {
            mill.add("bench-asks", "rowmill.only-types=measure-signals");
            mill.add("bench-runs", "rowmill.only-types=signalled");
            quantiles("signal, another process", () -> mill.workloads().signals(SIGNALS));
        }
    }
}
