package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.Burden.BIG_PAYLOADS;
import static io.github.rowmill.chaos.fault.Burden.DEAF_HANDLERS;
import static io.github.rowmill.chaos.fault.Burden.FULL_HANDS;
import static io.github.rowmill.chaos.fault.Burden.KEY_FLOOD;
import static io.github.rowmill.chaos.fault.Burden.MANY_QUEUES;
import static io.github.rowmill.chaos.fault.DatabaseFault.IMMEDIATE_STOP;
import static io.github.rowmill.chaos.fault.DatabaseFault.TERMINATE_ALL_BACKENDS;
import static io.github.rowmill.chaos.fault.NodeFault.KILL;
import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_BEYOND_THE_LEASE;
import static io.github.rowmill.chaos.fault.ProxyFault.CUT_AFTER_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.fault.ClockFile;
import io.github.rowmill.chaos.fault.Fault;
import io.github.rowmill.chaos.fault.FullHandKill;
import io.github.rowmill.chaos.fault.NodeClockStep;
import io.github.rowmill.chaos.site.FakeTime;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs scenarios about the tasks that a node holds, for about a minute each. Needs Debian's libfaketime. */
class FullHandScenarios {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final int NODES = 2;
    private static final double USUAL_EFFECT = 0.5;
    private static final long FULL_HAND = 300;
    private static final long KEY_FLOOD_STARTS = 1_200;

    @Test
    void killedNodesWithHundredsOfHeldTasksLoseNoTask() throws Exception {
        Report report = run(
                "full-hand",
                Plan.of("full-hand", NODES, LEASE),
                FULL_HANDS,
                PAUSE_BEYOND_THE_LEASE,
                new FullHandKill(),
                FULL_HANDS,
                CUT_AFTER_COMMIT,
                KILL);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number("most tasks in hand of a node")).isGreaterThan(FULL_HAND);
    }

    @Test
    void largePayloadsDoNotExhaustTheHeap() throws Exception {
        Report report = run(
                "big-payloads",
                Plan.of("big-payloads", NODES, LEASE),
                BIG_PAYLOADS,
                BIG_PAYLOADS,
                BIG_PAYLOADS,
                KILL,
                BIG_PAYLOADS);

        assertThat(report.breaches()).isEmpty();
    }

    @Test
    void hundredsOfQueuesSurviveKillsAndPauses() throws Exception {
        Report report = run(
                "many-queues",
                Plan.of("many-queues", NODES, LEASE),
                MANY_QUEUES,
                KILL,
                MANY_QUEUES,
                PAUSE_BEYOND_THE_LEASE,
                MANY_QUEUES,
                TERMINATE_ALL_BACKENDS);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number(Probe.READY)).isPositive();
    }

    @Test
    void noKeyOfAFloodStartsFasterThanItsRate() throws Exception {
        Report report = run(
                "key-flood",
                Plan.of("key-flood", NODES, LEASE),
                KEY_FLOOD,
                KILL,
                KEY_FLOOD,
                PAUSE_BEYOND_THE_LEASE,
                KEY_FLOOD,
                TERMINATE_ALL_BACKENDS);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number("starts under rules")).isGreaterThan(KEY_FLOOD_STARTS);
    }

    @Test
    void handlersThatIgnoreInterruptsBlockNoOtherTask() throws Exception {
        Report report = run(
                "lost-workers",
                Plan.of("lost-workers", NODES, LEASE),
                DEAF_HANDLERS,
                FULL_HANDS,
                DEAF_HANDLERS,
                KILL,
                FULL_HANDS,
                DEAF_HANDLERS);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number("handlers that ignored their interrupt")).isPositive();
    }

    @Test
    void tasksThatAreDeletedAtTheirVerdictAreNeitherLostNorDoneTwice() throws Exception {
        Report report = run(
                "nothing-kept",
                Plan.of("nothing-kept", NODES, LEASE).settings(Plan.NOTHING_KEPT),
                PAUSE_BEYOND_THE_LEASE,
                FULL_HANDS,
                KILL,
                CUT_AFTER_COMMIT,
                IMMEDIATE_STOP,
                PAUSE_BEYOND_THE_LEASE);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number("tasks event completed")).isPositive();
    }

    @Test
    void aClockStepOfAnHourDoesNotStopANode() throws Exception {
        ClockFile clock = new ClockFile(Path.of("target", "chaos", "jumping-clock.txt"));
        NodeClockStep step = new NodeClockStep(clock);
        Plan plan = Plan.of("node-clock", NODES, LEASE)
                .environments(slot -> slot == 0 ? Map.of() : FakeTime.steppedBy(clock.path()));
        Report report = run("a node's clock steps", plan, step, KILL, step, PAUSE_BEYOND_THE_LEASE, step);

        assertThat(report.breaches()).isEmpty();
        assertThat(report.number(Probe.READY)).isPositive();
    }

    private static Report run(String title, Plan plan, Fault... faults) throws Exception {
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin(title, site, Seeds.fresh(), USUAL_EFFECT)) {
            trial.strike(faults);
            return trial.end(Invariants.ALL);
        }
    }
}
