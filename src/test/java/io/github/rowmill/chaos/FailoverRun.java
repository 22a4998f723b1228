package io.github.rowmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.rowmill.chaos.broken.Break;
import io.github.rowmill.chaos.broken.BrokenCopy;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Replica;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs two nodes under load on two servers, one of which streams from the other. The primary is stopped as by a power
 * cut, or falls silent and goes on later. The standby is promoted, and the old primary comes back as its standby. Run
 * it with {@code ./mvnw verify -Pchaos -Dit.test=FailoverRun}.
 */
class FailoverRun {

    private static final int ROUNDS = Integer.getInteger("failover.rounds", 3);
    private static final Duration LOAD = Duration.ofSeconds(Integer.getInteger("failover.load-seconds", 6));

    /** Lag of the asynchronous standby. */
    private static final Duration BEHIND = Duration.ofSeconds(2);

    /** Time for which the old primary runs as a primary beside the new one. */
    private static final Duration TWO_OF_THEM = Duration.ofSeconds(5);

    @BeforeEach
    void needsDebiansServer() {
        assumeThat(Replica.programs()).as("Debian's package postgresql").isPresent();
    }

    @Test
    void withASynchronousStandbyNothingIsLostOrHappensTwice() throws Exception {
        try (FailoverSite site = FailoverSite.start("synchronous", true)) {
            for (int round = 1; round <= ROUNDS; round++) {
                load();
                site.failOver("synchronous, round " + round);
                load();
                site.takeBack();
            }
            site.end();

            assertThat(site.breaches()).isEmpty();
            assertThat(site.lostEnqueues()).isZero();
            assertThat(site.cutOff()).as("tasks in hand when the power was cut").isPositive();
        }
    }

    @Test
    void writesToACutOffPrimaryHaveNoEffect() throws Exception {
        try (FailoverSite site = FailoverSite.start("cut-off", true)) {
            for (int round = 1; round <= ROUNDS; round++) {
                load();
                site.splitBrain("cut off, round " + round, TWO_OF_THEM);
                load();
                site.takeBack();
            }
            site.end();

            assertThat(site.breaches()).isEmpty();
            assertThat(site.lostEnqueues()).isZero();
            assertThat(site.cutOff())
                    .as("tasks in hand when the primary fell silent")
                    .isPositive();
        }
    }

    @Test
    void withAnAsynchronousStandbyTasksAndEffectsAreLostTogether() throws Exception {
        try (FailoverSite site = FailoverSite.start("asynchronous", false)) {
            load();
            site.fallBehind(BEHIND);
            site.failOver("asynchronous");
            load();
            site.end();

            assertThat(site.lostEnqueues())
                    .as("enqueues that were acknowledged and are gone")
                    .isPositive();
            assertThat(site.breaches("I2")).isEmpty();
            assertThat(site.live()).as("tasks that have not ended").isZero();
        }
    }

    @Test
    void aLateVerdictOfAClaimThatWasLostCompletesNoOtherTask() throws Exception {
        try (LateVerdicts site = LateVerdicts.come("late-verdicts", Plan.PACKAGED)) {
            report(site);

            assertThat(site.repeated()).as("ids that came again").isPositive();
            assertThat(site.stale()).as("verdicts that were refused").isPositive();
            assertThat(site.completedWithoutEffect()).isZero();
        }
    }

    /** Checks that the harness finds an application whose fence does not compare the node. */
    @Test
    void withoutTheNodeInTheFenceALateVerdictCompletesAnotherTask() throws Exception {
        Path copy = Path.of("target", "chaos", "without-the-node-app");
        assertThat(BrokenCopy.of(Plan.PACKAGED, copy, Break.COMPLETE_WITHOUT_THE_NODE))
                .isEqualTo(Break.COMPLETE_WITHOUT_THE_NODE.places());

        try (LateVerdicts site = LateVerdicts.come("without-the-node", copy)) {
            report(site);

            assertThat(site.completedWithoutEffect()).isPositive();
        }
    }

    private static void report(LateVerdicts site) throws Exception {
        System.out.printf(
                "failover, late verdicts: %s ids came again, %s verdicts were refused, %s tasks completed without effect%n",
                site.repeated(), site.stale(), site.completedWithoutEffect());
    }

    private static void load() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(LOAD.toNanos());
    }
}
