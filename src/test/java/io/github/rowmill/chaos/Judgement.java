package io.github.rowmill.chaos;

import io.github.rowmill.chaos.NodeLogs.Saying;
import io.github.rowmill.chaos.ledger.Ledger;
import io.github.rowmill.chaos.ledger.RecoveryTimes;
import io.github.rowmill.chaos.ledger.StepFigures;
import io.github.rowmill.chaos.load.Load;
import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the report of a finished run from rows, logs and probes. */
final class Judgement {

    private static final Duration POLL = Duration.ofSeconds(1);

    /** Time that a recovery may take beyond the lease and a poll, as promised. */
    private static final Duration PROMISE = Duration.ofSeconds(5);

    /** Time in which a node finds a claim whose answer was lost. */
    private static final Duration LOST_CLAIM = Duration.ofSeconds(2);

    /**
     * Time for the next attempt of a recovered task, with its wait on the node. A few attempts take longer than a
     * lease.
     */
    private static final Duration WORK = Duration.ofSeconds(5);

    /**
     * Share of recovered tasks that must be settled in time. The others may have waited behind several long effects.
     */
    private static final double ALMOST_ALL = 0.95;

    /**
     * Time until a waiting task receives a signal whose sender died, or that was sent by SQL. The sweep of another node
     * finds it.
     */
    private static final Duration SIGNAL = Duration.ofSeconds(16);

    private static final Duration SLACK = Duration.ofSeconds(20);

    /** Connections of the application's pool, and those that the engine may use for itself. */
    private static final int MAX_CONNECTIONS = 40;

    private static final int MAX_THREADS = 150;
    private static final long MAX_LOG_BYTES_A_MINUTE = 2_000_000;

    private final Site site;
    private final Load load;
    private final List<Probe> probes;
    private final Duration time;
    private final Ledger ledger;

    Judgement(Site site, Load load, List<Probe> probes, Duration time) {
        this.site = site;
        this.load = load;
        this.probes = probes;
        this.time = time;
        this.ledger = new Ledger(site.sql());
    }

    Report report(String title, long seed, Set<String> invariants) throws SQLException, IOException {
        Report report = new Report(title, invariants);
        report.figure("seed", seed);
        report.figure("kills", site.journal().falls().size());
        report.figure("minutes", "%.1f".formatted(time.toMillis() / 60_000.0));
        site.journal().counts().forEach(report::figure);
        report.figure("commits cut", site.fleet().commitsCut());
        for (Map.Entry<String, Path> file : load.files().entrySet()) {
            ledger.load(file.getKey(), file.getValue());
        }
        ledger.load(site.journal());
        tasks(report);
        steps(report);
        lostClaims(report);
        logs(report);
        recoveryTimes(report);
        bounds(report);
        report.breaches(ledger.breaches());
        report.breaches(site.journal().offences());
        return report;
    }

    private void tasks(Report report) throws SQLException {
        ledger.tasks().forEach(row -> report.figure("tasks " + row.get(0) + " " + row.get(1), row.get(2)));
        report.figure("enqueues acknowledged", load.enqueues());
        report.figure("claims after a recovery", ledger.rerun());
        report.figure("most tasks in hand of a node", ledger.mostInHand());
        report.figure("leases recovered", ledger.recoveries());
        report.figure("tasks with two effects", ledger.doubleEffects());
        report.figure("enqueued outside of transactions", ledger.sentAlone());
        report.figure("claimed in the transaction that enqueued", ledger.claimedAtOnce());
        report.figure("claimed by the statement that enqueued", ledger.sentAndClaimedAtOnce());
        report.figure("starts under rules", ledger.startsUnderRules());
        report.figure("events in shared transactions", ledger.shared("event"));
        report.figure("readings in shared transactions", ledger.shared("reading"));
        report.figure("flows ended", ledger.endedFlows());
        report.figure("parts started", ledger.startedParts());
        report.figure("parked", ledger.parked());
        report.figure("longest wait of a key's next task, s", ledger.longestWaitOfAKey());
    }

    private void steps(Report report) throws SQLException {
        StepFigures steps = new StepFigures(site.sql());
        report.figure("steps done again", steps.doneAgain());
        report.figure("turns of loops", steps.turns());
        report.figure("pauses that held no worker", steps.pauses());
        report.figure("waits without a signal", steps.timeouts());
        report.figure("signals received", steps.received());
        report.figure("signals received that came before the wait", steps.sentEarly());
        List<Duration> times = steps.untilReceived();
        tell(report, "signals to tasks that waited, until received", times);
        Duration median = RecoveryTimes.quantile(times, 0.5);
        report.demand(
                median.compareTo(SIGNAL) <= 0,
                "I21 half of all signals to tasks that waited took longer than %s: %s".formatted(SIGNAL, median));
    }

    private void lostClaims(Report report) throws SQLException {
        List<Duration> times = ledger.untilClaimedAgain();
        tell(report, "claims whose answer was lost, until claimed again", times);
        Duration median = RecoveryTimes.quantile(times, 0.5);
        report.demand(
                median.compareTo(LOST_CLAIM) <= 0,
                "I16 half of all claims whose answer was lost took longer than %s: %s".formatted(LOST_CLAIM, median));
    }

    private void logs(Report report) throws IOException {
        Set<Long> cancelled = load.cancelled();
        NodeLogs logs = NodeLogs.in(site.plan().folder());
        report.figure("stale verdicts refused", logs.count(Saying.STALE, cancelled));
        report.figure("handlers that ignored their interrupt", logs.count(Saying.ABANDONED, Set.of()));
        report.figure("leases lost", logs.count(Saying.LOST, cancelled));
        report.figure("rounds failed", logs.count(Saying.ROUND_FAILED, Set.of()));
        double bytes = logs.bytes() / (site.plan().nodes() * time.toMillis() / 60_000.0);
        report.figure("log bytes per node and minute", (long) bytes);
        report.demand(bytes <= MAX_LOG_BYTES_A_MINUTE, "I8 nodes log more than " + MAX_LOG_BYTES_A_MINUTE);
        long deadlocks = lines(site.server().log(), "deadlock detected");
        report.figure("deadlocks", deadlocks);
        report.demand(deadlocks == 0, "I8 deadlocks: " + deadlocks);
    }

    private static long lines(Path file, String saying) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(saying)).count();
        }
    }

    private void recoveryTimes(Report report) throws SQLException {
        RecoveryTimes times = RecoveryTimes.of(site.sql(), site.journal());
        Duration promised = site.plan().lease().plus(POLL).plus(PROMISE);
        report.figure("recovery promised within", promised);
        tell(report, "falls until recovered", times.recovered());
        tell(report, "tasks until claimed again", times.claimed());
        tell(report, "tasks until settled again", times.settled());
        report.figure("ends in the midst of a disturbance", times.untimed());
        tell(report, "falls until half was settled", times.halfSettled());
        demandHalf(report, "recoveries", times.recovered(), promised);
        demand(report, "recoveries", times.recovered(), 1, promised);
        demandHalf(report, "falls until half of their tasks were settled", times.halfSettled(), promised.plus(WORK));
        demand(report, "recovered tasks until they were settled", times.settled(), ALMOST_ALL, promised.plus(WORK));
    }

    private static void tell(Report report, String name, List<Duration> times) {
        report.figure(name, times.size());
        if (times.isEmpty()) {
            return;
        }
        report.figure(name + ": p50", RecoveryTimes.quantile(times, 0.5));
        report.figure(name + ": p99", RecoveryTimes.quantile(times, 0.99));
        report.figure(name + ": max", RecoveryTimes.quantile(times, 1));
    }

    private static void demandHalf(Report report, String what, List<Duration> times, Duration within) {
        Duration median = RecoveryTimes.quantile(times, 0.5);
        report.demand(
                median.compareTo(within) <= 0,
                "I6 half of all %s took longer than %s: %s".formatted(what, within, median));
    }

    /** Demands that {@code share} of the times are at most {@code within} and some slack. */
    private static void demand(Report report, String what, List<Duration> times, double share, Duration within) {
        Duration most = RecoveryTimes.quantile(times, share);
        report.demand(
                most.compareTo(within.plus(SLACK)) <= 0,
                "I6 of all %s a share of %s took longer than %s and %s more: %s"
                        .formatted(what, share, within, SLACK, most));
    }

    private void bounds(Report report) {
        int connections = probes.stream().mapToInt(Probe::mostConnections).max().orElse(0);
        int threads = probes.stream().mapToInt(Probe::mostThreads).max().orElse(0);
        report.figure("most connections of a node", connections);
        report.figure("most threads of a node", threads);
        report.demand(connections <= MAX_CONNECTIONS, "I8 a node has more connections than " + MAX_CONNECTIONS);
        report.demand(threads <= MAX_THREADS, "I8 a node has more threads than " + MAX_THREADS);
    }
}
