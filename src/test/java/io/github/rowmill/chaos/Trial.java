package io.github.rowmill.chaos;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.chaos.NodeLogs.Saying;
import io.github.rowmill.chaos.fault.Fault;
import io.github.rowmill.chaos.fault.Killer;
import io.github.rowmill.chaos.ledger.Effects;
import io.github.rowmill.chaos.ledger.Recorder;
import io.github.rowmill.chaos.load.Load;
import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/** A site under load and faults. At the end it is healed, comes to rest, and is judged. */
final class Trial implements AutoCloseable {

    /** Time from the end of the last fault until all tasks must have ended. */
    private static final Duration REST = Duration.ofSeconds(Integer.getInteger("chaos.rest-seconds", 240));

    private static final double MAX_IN_LEASES = 1.5;
    private static final double FAILING = 0.02;

    private static final int MAX_STRIKES = 5;
    private static final Duration COMES_LATE = Duration.ofSeconds(10);

    private static final Duration LAST_FAULT = Duration.ofSeconds(240);

    /** Further time for missing kills, as a multiple of the requested time. */
    private static final int MAX_OVERTIME = 2;

    private final String title;
    private final Site site;
    private final Load load;
    private final Random random;
    private final long seed;
    private final List<Probe> probes = new ArrayList<>();
    private final RollCall rollCall;
    private final List<Thread> threads = new ArrayList<>();
    private final long begun = System.nanoTime();

    private Trial(String title, Site site, long seed) throws IOException {
        this.title = title;
        this.site = site;
        this.seed = seed;
        this.random = new Random(seed);
        this.load = new Load(site, seed, this::startThread);
        this.rollCall = new RollCall(site);
    }

    /**
     * Starts nodes, recording, load and probes. Effects take half of {@code usual} seconds on average, and a few fail.
     */
    static Trial begin(String title, Site site, long seed, double usual)
            throws IOException, SQLException, InterruptedException {
        double longest = site.plan().lease().toSeconds() * MAX_IN_LEASES;
        return begin(title, site, seed, new Effects(usual, longest, FAILING));
    }

    /** Starts nodes, recording, load and probes, with these effects. */
    static Trial begin(String title, Site site, long seed, Effects effects)
            throws IOException, SQLException, InterruptedException {
        System.out.printf("chaos: %s, seed %d%n", title, seed);
        Trial trial = new Trial(title, site, seed);
        site.startNodes();
        Recorder.install(site.sql(), site.plan().completionsDelete());
        if (site.sharesSessions()) {
            Recorder.forgetWriters(site.sql());
        }
        Recorder.rule(site.sql());
        Recorder.slow(site.sql(), effects);
        for (Slot slot : site.fleet().slots()) {
            Probe probe = new Probe(site, slot);
            trial.probes.add(probe);
            trial.startThread(probe, "chaos-probe");
        }
        trial.startThread(trial.rollCall, "chaos-roll-call");
        trial.load.begin();
        return trial;
    }

    /** Returns the load, to which more may be added. */
    Load load() {
        return load;
    }

    private Thread startThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        return thread;
    }

    /** Causes one fault after the other, each when every node holds tasks. */
    void strike(Fault... faults) throws Exception {
        for (Fault fault : faults) {
            awaitWork();
            if (fault.strike(site, random)) {
                site.journal().count("fault: " + fault.title());
            }
        }
    }

    /**
     * Causes the fault until an attempt comes too late by it, but only a few times. A fault may meet a node between
     * two tasks.
     */
    void strikeUntilLate(Fault fault) throws Exception {
        for (int strike = 0; strike < MAX_STRIKES; strike++) {
            strike(fault);
            if (isMet(() -> late() > 0, COMES_LATE)) {
                return;
            }
        }
    }

    /** Returns the number of attempts that came too late by the logs of nodes, except those of cancelled tasks. */
    private long late() throws IOException {
        Set<Long> cancelled = load.cancelled();
        NodeLogs logs = NodeLogs.in(site.plan().folder());
        return logs.count(Saying.STALE, cancelled) + logs.count(Saying.LOST, cancelled);
    }

    /** Runs killers for {@code time} and until there were {@code kills} kills, but at most three times as long. */
    void unleash(Duration time, int kills, List<Killer> killers) throws InterruptedException {
        List<Thread> running = killers.stream()
                .map(killer -> startThread(killer, "chaos-killer"))
                .toList();
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        isMet(() -> site.journal().falls().size() >= kills, time.multipliedBy(MAX_OVERTIME));
        killers.forEach(Killer::stop);
        for (Thread killer : running) {
            killer.join(LAST_FAULT.toMillis());
        }
    }

    /** Waits until the database's clock shows {@code moment}. */
    void awaitClock(Instant moment) {
        await().alias("the database's clock shows " + moment)
                .atMost(REST)
                .ignoreExceptions()
                .until(() -> site.sql().number("select extract(epoch from clock_timestamp())::bigint")
                        >= moment.getEpochSecond());
    }

    private void awaitWork() {
        for (Slot slot : site.fleet().slots()) {
            await().alias("every node has work in hand")
                    .atMost(Duration.ofSeconds(90))
                    .ignoreExceptions()
                    .until(() -> slot.state() == Slot.State.UP && held(slot) > 0);
        }
    }

    private long held(Slot slot) throws SQLException {
        return site.sql()
                .number("select count(*) from rowmill_task where status = 'executing' and operator_id = '%s'"
                        .formatted(slot.node().name()));
    }

    /** Heals all faults, waits until all tasks have ended, and judges the run. */
    Report end(Set<String> invariants) throws IOException, SQLException, InterruptedException {
        heal();
        load.windUp();
        boolean quiet = isMet(() -> live() == 0, REST);
        load.stop();
        awaitReady();
        rollCall.stop();
        probes.forEach(Probe::stop);
        for (Thread thread : threads) {
            thread.join(LAST_FAULT.toMillis());
        }
        load.close();
        Judgement judgement = new Judgement(site, load, probes, Duration.ofNanos(System.nanoTime() - begun));
        Report report = judgement.report(title, seed, invariants);
        report.demand(quiet, "I3 tasks were left " + REST + " after the last fault");
        System.out.print(report);
        return report;
    }

    private void heal() throws IOException, SQLException {
        site.fleet().clearWeather();
        if (!site.server().isRunning()) {
            site.server().start();
        }
        site.sql().execute("alter system reset default_transaction_read_only");
        site.sql().execute("select pg_reload_conf()");
        Recorder.hurry(site.sql());
    }

    private static boolean isMet(Callable<Boolean> condition, Duration within) {
        try {
            await().atMost(within)
                    .pollInterval(Duration.ofMillis(500))
                    .ignoreExceptions()
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private long live() throws SQLException {
        return site.sql()
                .number("select count(*) from rowmill_task where status in ('queued', 'waiting', 'executing')");
    }

    /** Waits until all nodes are ready again, without a restart. */
    private void awaitReady() {
        for (Slot slot : site.fleet().slots()) {
            try {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> Health.status(slot.node(), "/q/health/ready") == Health.OK);
            } catch (ConditionTimeoutException e) {
                site.journal().offence("I12 " + slot.node().name() + " does not become ready again");
            }
        }
    }

    @Override
    public void close() {
        rollCall.stop();
        probes.forEach(Probe::stop);
        load.stop();
        site.close();
    }
}
