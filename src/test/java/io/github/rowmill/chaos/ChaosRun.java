package io.github.rowmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.broken.Break;
import io.github.rowmill.chaos.broken.BrokenCopy;
import io.github.rowmill.chaos.fault.Burden;
import io.github.rowmill.chaos.fault.ClockFile;
import io.github.rowmill.chaos.fault.DatabaseFault;
import io.github.rowmill.chaos.fault.FullHandKill;
import io.github.rowmill.chaos.fault.Killer;
import io.github.rowmill.chaos.fault.NodeClockStep;
import io.github.rowmill.chaos.fault.NodeFault;
import io.github.rowmill.chaos.fault.ProxyFault;
import io.github.rowmill.chaos.load.RemoteCrew;
import io.github.rowmill.chaos.site.FakeTime;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs every kind of task and every fault, for {@code chaos.minutes} and until there were {@code chaos.kills} kills.
 * The clocks of two nodes are an hour off.
 */
class ChaosRun {

    private static final int MINUTES = Integer.getInteger("chaos.minutes", 30);
    private static final int KILLS = Integer.getInteger("chaos.kills", 0);
    private static final int NODES = Integer.getInteger("chaos.nodes", 4);
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Minutes of a run in which faults must be many, because chance does not explain fewer. */
    private static final int LONG_MINUTES = 30;

    /** Far more tasks than a node holds if it claims only for its free workers. */
    private static final long FULL_HAND = 300;

    private static final long MANY_KILLS = 200;
    private static final long MANY_PAUSES = 50;
    private static final long MANY_RESTARTS = 20;

    @Test
    void promisesHoldThroughEverythingAtOnce() throws Exception {
        long seed = Seeds.fresh();
        ClockFile jumping = new ClockFile(Path.of("target", "chaos", "node-clock.txt"));
        Plan plan = Plan.of("run", NODES, LEASE)
                .settings("rowmill.types.event.batch=8", "rowmill.types.reading.batch=8")
                .settings(RemoteCrew.settings())
                .environments(slot -> clock(slot, jumping))
                .application(application());
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("run", site, seed, 0.5)) {
            trial.load().addFlows();
            trial.load().addSteps();
            trial.load().addBatches();
            trial.load().addRemoteWorkers();
            trial.unleash(Duration.ofMinutes(MINUTES), KILLS, killers(site, jumping, new Random(seed)));

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("stale verdicts refused")).isPositive();
            assertThat(report.number("claims after a recovery")).isPositive();
            assertThat(report.number("most tasks in hand of a node"))
                    .as("a full hand")
                    .isGreaterThan(FULL_HAND);
            assertThatEveryKindTookPart(report);
            assertThatFaultsWereMany(report);
        }
    }

    private static void assertThatEveryKindTookPart(Report report) {
        assertThat(List.of(
                        "enqueues over REST",
                        "publishes by SQL",
                        "starts under rules",
                        "events in shared transactions",
                        "flows ended",
                        "parts started",
                        "tasks encode completed",
                        "remote verdicts written",
                        "remote verdicts stale",
                        "remote tasks whose worker died",
                        "remote tasks whose worker paused beyond the lease",
                        "remote verdicts whose answer was lost"))
                .allSatisfy(kind -> assertThat(report.number(kind)).as(kind).isPositive());
        ChaosScenarios.assertThatStepsTookPart(report);
    }

    /**
     * Returns the application to run. With the property of a mistake, such as {@code -Dchaos.complete-by-id}, it is a
     * broken copy, and the run must fail.
     */
    private static Path application() throws IOException {
        for (Break wanted : Break.values()) {
            if (Boolean.getBoolean("chaos." + wanted.title())) {
                Path copy = Path.of("target", "chaos", "run-%s-app".formatted(wanted.title()));
                BrokenCopy.of(Plan.PACKAGED, copy, wanted);
                return copy;
            }
        }
        return Plan.PACKAGED;
    }

    /** Returns the environment of a node's clock. The clock of the first node is right, and the fourth's jumps. */
    private static Map<String, String> clock(int slot, ClockFile jumping) {
        return switch (slot) {
            case 1 -> FakeTime.shifted("+1h");
            case 2 -> FakeTime.shifted("-1h");
            case 3 -> FakeTime.steppedBy(jumping.path());
            default -> Map.of();
        };
    }

    private static List<Killer> killers(Site site, ClockFile jumping, Random seeds) {
        List<NodeFault> nodes = Stream.of(
                        Collections.nCopies(10, NodeFault.KILL),
                        Collections.nCopies(3, NodeFault.PAUSE_BEYOND_THE_LEASE),
                        List.of(NodeFault.PAUSE_OF_HALF_A_LEASE, NodeFault.TERMINATE_THEN_KILL, NodeFault.TERMINATE))
                .flatMap(List::stream)
                .toList();
        return List.of(
                new Killer(site, nodes, Duration.ofSeconds(2), seeds.nextLong()),
                new Killer(site, nodes, Duration.ofSeconds(2), seeds.nextLong()),
                new Killer(site, nodes, Duration.ofSeconds(2), seeds.nextLong()),
                new Killer(site, Arrays.asList(DatabaseFault.values()), Duration.ofSeconds(20), seeds.nextLong()),
                new Killer(site, Arrays.asList(ProxyFault.values()), Duration.ofSeconds(12), seeds.nextLong()),
                new Killer(site, List.of(ProxyFault.CUT_AFTER_CLAIM), Duration.ofSeconds(8), seeds.nextLong()),
                new Killer(site, Arrays.asList(Burden.values()), Duration.ofSeconds(12), seeds.nextLong()),
                new Killer(site, List.of(new FullHandKill()), Duration.ofSeconds(45), seeds.nextLong()),
                new Killer(site, List.of(new NodeClockStep(jumping)), Duration.ofSeconds(20), seeds.nextLong()));
    }

    private static void assertThatFaultsWereMany(Report report) {
        long pauses = report.number("fault: pause beyond the lease");
        long restarts = report.number("fault: immediate stop")
                + report.number("fault: long outage")
                + report.number("fault: fast restart");
        boolean isLong = MINUTES >= LONG_MINUTES;
        assertThat(report.number("kills")).as("kills").isGreaterThanOrEqualTo(Math.max(KILLS, isLong ? MANY_KILLS : 1));
        assertThat(pauses).as("pauses").isGreaterThanOrEqualTo(isLong ? MANY_PAUSES : 1);
        assertThat(restarts).as("restarts").isGreaterThanOrEqualTo(isLong ? MANY_RESTARTS : 1);
    }
}
