package io.github.rowmill.chaos.ledger;

import io.github.rowmill.chaos.site.Journal;
import io.github.rowmill.chaos.site.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Times from the kill of a node to three ends: the last of its tasks is recovered, each is claimed again, and each is
 * settled. If something kept the other nodes from the tasks, a time begins at the end of that. The third end is the one
 * that users see, because a claimed task may still wait on its node.
 *
 * <p>A task whose next attempt was lost too, or was given back, has no third end by that attempt. Ends during a
 * disturbance are counted, but not timed, because the cause of their delay is unknown.
 */
public final class RecoveryTimes {

    private static final int ALL = 1_000_000;

    private static final double HALF = 0.5;

    // The next claim and its verdict are those of the first lease after a recovery. Tasks in quarantine run one by one,
    // so their claims are left out.
    private static final String RECOVERIES = """
            select r.old_operator,
                   (extract(epoch from clock_timestamp() - r.at) * 1000)::bigint,
                   coalesce((extract(epoch from clock_timestamp() - c.at) * 1000)::bigint, -1),
                   coalesce((extract(epoch from clock_timestamp() - v.at) * 1000)::bigint, -1)
              from ledger_transition r
              left join ledger_transition c
                on c.task = r.task
               and c.old_version = r.new_version
               and c.new_status = 'executing'
               and r.crashes < 2
              left join ledger_transition v
                on v.task = c.task
               and v.old_version = c.new_version
               and coalesce(v.crashes, v.old_crashes) = v.old_crashes
               and coalesce(v.attempts, v.old_attempts) = v.old_attempts
               and v.new_status is distinct from 'cancelled'
             where r.old_status = 'executing'
               and r.crashes > r.old_crashes
            """;

    private final List<Duration> recovered = new ArrayList<>();
    private final List<Duration> claimed = new ArrayList<>();
    private final Map<String, List<Duration>> settledOfFalls = new HashMap<>();
    private final List<Journal.Disturbance> disturbances;
    private int untimed;

    private RecoveryTimes(Journal journal) {
        this.disturbances = journal.disturbances().stream()
                .sorted(Comparator.comparingLong(Journal.Disturbance::from))
                .toList();
    }

    /** Reads transitions and journal. A killed node that left nothing to recover does not count. */
    public static RecoveryTimes of(Sql sql, Journal journal) throws SQLException {
        sql.execute("create index if not exists ledger_by_version on ledger_transition (task, old_version)");
        RecoveryTimes times = new RecoveryTimes(journal);
        Map<String, Long> falls = new HashMap<>();
        journal.falls().forEach(fall -> falls.put(fall.operator(), fall.at()));
        Map<String, Long> last = new HashMap<>();
        long now = System.currentTimeMillis();
        for (List<String> row : sql.rows(RECOVERIES, ALL)) {
            Long fall = falls.get(row.get(0));
            // The database's clock may differ from that of this process. The age of a recovery is the same on both.
            long recovery = now - Long.parseLong(row.get(1));
            if (fall != null && recovery > fall) {
                last.merge(row.get(0), recovery, Math::max);
                times.add(times.claimed, fall, now, Long.parseLong(row.get(2)));
                times.add(
                        times.settledOfFalls.computeIfAbsent(row.get(0), operator -> new ArrayList<>()),
                        fall,
                        now,
                        Long.parseLong(row.get(3)));
            }
        }
        last.forEach((operator, end) -> times.add(times.recovered, falls.get(operator), end, 0));
        List.of(times.recovered, times.claimed).forEach(list -> list.sort(Comparator.naturalOrder()));
        times.settledOfFalls.values().forEach(list -> list.sort(Comparator.naturalOrder()));
        return times;
    }

    /** Adds the time to an end, unless {@code ago} is negative because there was no end. */
    private void add(List<Duration> times, long fall, long now, long ago) {
        if (ago < 0) {
            return;
        }
        long end = now - ago;
        long from = fall;
        for (Journal.Disturbance disturbance : disturbances) {
            if (disturbance.from() <= end && disturbance.to() >= end) {
                untimed++;
                return;
            }
            if (disturbance.from() < end && disturbance.to() > from) {
                from = disturbance.to();
            }
        }
        times.add(Duration.ofMillis(end - from));
    }

    /** Returns the number of ends during a disturbance. */
    public int untimed() {
        return untimed;
    }

    /** Returns the time until the last task was recovered, for each killed node. */
    public List<Duration> recovered() {
        return List.copyOf(recovered);
    }

    /** Returns the time until the next claim, for each task of a killed node that is not in quarantine. */
    public List<Duration> claimed() {
        return List.copyOf(claimed);
    }

    /** Returns the time until the next attempt was settled, for each of these tasks. */
    public List<Duration> settled() {
        return settledOfFalls.values().stream().flatMap(List::stream).sorted().toList();
    }

    /**
     * Returns the time until half of the tasks were settled, for each killed node. One node may have held most of all
     * tasks.
     */
    public List<Duration> halfSettled() {
        return settledOfFalls.values().stream()
                .filter(times -> !times.isEmpty())
                .map(times -> quantile(times, HALF))
                .sorted()
                .toList();
    }

    /** Returns the time that {@code share} of the sorted times did not exceed. */
    public static Duration quantile(List<Duration> sorted, double share) {
        return sorted.isEmpty() ? Duration.ZERO : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }
}
