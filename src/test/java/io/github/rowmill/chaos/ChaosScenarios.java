package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.DatabaseFault.IMMEDIATE_STOP;
import static io.github.rowmill.chaos.fault.DatabaseFault.TERMINATE_ALL_BACKENDS;
import static io.github.rowmill.chaos.fault.NodeFault.KILL;
import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_BEYOND_THE_LEASE;
import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_OF_HALF_A_LEASE;
import static io.github.rowmill.chaos.fault.ProxyFault.CUT_AFTER_CLAIM;
import static io.github.rowmill.chaos.fault.ProxyFault.CUT_AFTER_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.fault.ClockFile;
import io.github.rowmill.chaos.fault.ClockStep;
import io.github.rowmill.chaos.fault.DiskFull;
import io.github.rowmill.chaos.fault.PoolExhausted;
import io.github.rowmill.chaos.load.RemoteCrew;
import io.github.rowmill.chaos.site.FakeTime;
import io.github.rowmill.chaos.site.PgBouncer;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Server;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Tmpfs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs one scenario for each special environment, for about a minute each. Needs root, and Debian's pgbouncer and
 * libfaketime.
 */
class ChaosScenarios {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final int NODES = 2;
    private static final double USUAL_EFFECT = 0.5;
    private static final double SHORT_EFFECT = 0.02;

    @Test
    void promisesHoldBehindAPoolerThatSharesConnectionsByTransaction() throws Exception {
        Plan plan = Plan.of("pgbouncer", NODES, LEASE)
                .settings("quarkus.datasource.jdbc.additional-jdbc-properties.prepareThreshold=0");
        Server server = Site.server(plan);
        try (PgBouncer pooler = PgBouncer.before(server, plan.folder());
                Site site = Site.behind(plan, server, pooler.port());
                Trial trial = Trial.begin("pgbouncer", site, Seeds.fresh(), USUAL_EFFECT)) {
            trial.strike(PAUSE_BEYOND_THE_LEASE, KILL, TERMINATE_ALL_BACKENDS, IMMEDIATE_STOP);

            assertThat(trial.end(Invariants.ALL).breaches()).isEmpty();
        }
    }

    @Test
    void promisesHoldForRemoteWorkersThatDiePauseAndLoseAnswers() throws Exception {
        Plan plan = Plan.of("remote-workers", NODES, LEASE).settings(RemoteCrew.settings());
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("remote workers", site, Seeds.fresh(), SHORT_EFFECT)) {
            trial.load().addRemoteWorkers();
            trial.strike(KILL, PAUSE_BEYOND_THE_LEASE, CUT_AFTER_COMMIT, KILL, TERMINATE_ALL_BACKENDS, CUT_AFTER_CLAIM);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("remote verdicts written")).isPositive();
            assertThat(report.number("remote verdicts stale")).isPositive();
            assertThat(report.number("remote tasks whose worker died")).isPositive();
            assertThat(report.number("remote verdicts whose answer was lost")).isPositive();
        }
    }

    @Test
    void promisesHoldForFlows() throws Exception {
        Plan plan = Plan.of("flows", NODES, LEASE);
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("flows", site, Seeds.fresh(), SHORT_EFFECT)) {
            trial.load().addFlows();
            trial.strike(
                    KILL,
                    PAUSE_BEYOND_THE_LEASE,
                    CUT_AFTER_COMMIT,
                    KILL,
                    TERMINATE_ALL_BACKENDS,
                    KILL,
                    CUT_AFTER_CLAIM,
                    IMMEDIATE_STOP,
                    KILL);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("flows ended")).isPositive();
            assertThat(report.number("parts started")).isPositive();
            assertThat(report.number("flows: retry answered with 200")).isPositive();
        }
    }

    @Test
    void promisesHoldForSteps() throws Exception {
        Plan plan = Plan.of("steps", NODES, LEASE).settings("rowmill.types.reading.batch=8");
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("steps, signals and batches", site, Seeds.fresh(), SHORT_EFFECT)) {
            trial.load().addSteps();
            trial.load().addBatches();
            trial.strike(
                    KILL,
                    PAUSE_BEYOND_THE_LEASE,
                    CUT_AFTER_COMMIT,
                    KILL,
                    TERMINATE_ALL_BACKENDS,
                    KILL,
                    PAUSE_BEYOND_THE_LEASE,
                    IMMEDIATE_STOP,
                    KILL);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThatStepsTookPart(report);
        }
    }

    /** Checks that the load had steps, sleeps, batches, and signals before and during the wait. */
    static void assertThatStepsTookPart(Report report) {
        assertThat(List.of(
                        "tasks rental completed",
                        "turns of loops",
                        "pauses that held no worker",
                        "signals by SQL",
                        "signals over REST",
                        "signals before the wait",
                        "signals while the task waits",
                        "signals received",
                        "tasks reading completed",
                        "readings in shared transactions"))
                .allSatisfy(kind -> assertThat(report.number(kind)).as(kind).isPositive());
    }

    /** Effects are so short that workers are free most of the time. */
    @Test
    void promisesHoldForTasksThatAreClaimedAsTheyAreEnqueued() throws Exception {
        Plan plan = Plan.of("calm", NODES, LEASE);
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("calm", site, Seeds.fresh(), SHORT_EFFECT)) {
            trial.strike(
                    KILL,
                    CUT_AFTER_CLAIM,
                    TERMINATE_ALL_BACKENDS,
                    PAUSE_BEYOND_THE_LEASE,
                    CUT_AFTER_CLAIM,
                    CUT_AFTER_COMMIT,
                    KILL,
                    TERMINATE_ALL_BACKENDS,
                    CUT_AFTER_CLAIM,
                    CUT_AFTER_CLAIM,
                    KILL);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("claimed in the transaction that enqueued"))
                    .isPositive();
            assertThat(report.number("claims whose answer was lost, until claimed again"))
                    .isPositive();
            assertThat(report.number("claimed by the statement that enqueued")).isPositive();
        }
    }

    @Test
    void promisesHoldWhileTheDatabasesClockStepsBackAndForth() throws Exception {
        ClockFile clock = new ClockFile(Path.of("target", "chaos", "database-clock.txt"));
        ClockStep step = new ClockStep(clock);
        Plan plan = Plan.of("clock-steps", NODES, LEASE).server(FakeTime.steppedBy(clock.path()));
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("the database's clock steps", site, Seeds.fresh(), USUAL_EFFECT)) {
            trial.strike(step, step, PAUSE_OF_HALF_A_LEASE, step, KILL, step);
            step.stayAhead();

            Report report = trial.end(Invariants.WHATEVER_THE_TIME);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("leases recovered")).as("early expiries").isPositive();
        }
    }

    /** In New York, the hour from 1 to 2 comes twice. Its second time begins at 06:00 UTC, in the middle of the run. */
    @Test
    void leasesAreExactInTheHourThatComesTwice() throws Exception {
        Instant fake = Instant.parse("2026-11-01T05:59:00Z");
        String offset = "%+d".formatted(Duration.between(Instant.now(), fake).toSeconds());
        Map<String, String> clock = new HashMap<>(FakeTime.shifted(offset));
        clock.put("TZ", "America/New_York");
        Plan plan = Plan.of("summer-time", NODES, LEASE)
                .jvm("-Duser.timezone=America/New_York")
                .server(clock)
                .environments(slot -> clock);
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("the hour that comes twice", site, Seeds.fresh(), USUAL_EFFECT)) {
            trial.strike(KILL, PAUSE_BEYOND_THE_LEASE);
            trial.awaitClock(Instant.parse("2026-11-01T06:00:00Z"));
            trial.strike(PAUSE_OF_HALF_A_LEASE, KILL, PAUSE_BEYOND_THE_LEASE);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(site.sql().number("""
                            select count(distinct extract(hour from at at time zone 'UTC'))
                              from ledger_transition
                             where at between '2026-11-01 05:50Z' and '2026-11-01 06:30Z'
                            """))
                    .as("hours of UTC that the run saw")
                    .isEqualTo(2);
        }
    }

    @Test
    void nothingIsLostWhenTheDatabasesDiskIsFull() throws Exception {
        Plan plan = Plan.of("disk-full", NODES, LEASE);
        Path mount = Path.of("target", "chaos", "disk-full-disk");
        try (Tmpfs disk = Tmpfs.mount(mount, 400);
                Site site = Site.of(plan.data(disk.folder().resolve("data")));
                Trial trial = Trial.begin("disk full", site, Seeds.fresh(), USUAL_EFFECT)) {
            site.sql().execute("alter system set max_wal_size = '64MB'");
            trial.strike(new DiskFull(disk), KILL, new DiskFull(disk));

            assertThat(trial.end(Invariants.ALL).breaches()).isEmpty();
        }
    }

    @Test
    void promisesHoldWhileHandlersAndRequestsHoldAllConnections() throws Exception {
        Plan plan = Plan.of("pool-exhausted", NODES, LEASE).settings("quarkus.datasource.jdbc.max-size=15");
        try (Site site = Site.of(plan);
                Trial trial = Trial.begin("pool exhausted", site, Seeds.fresh(), USUAL_EFFECT)) {
            for (String trigger : PoolExhausted.triggers()) {
                site.sql().execute(trigger);
            }
            trial.strike(new PoolExhausted(), KILL, new PoolExhausted());

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("most connections of a node")).isGreaterThanOrEqualTo(15);
        }
    }
}
