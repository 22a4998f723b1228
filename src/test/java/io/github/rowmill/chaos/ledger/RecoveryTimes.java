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
 * How long it took from a node's fall, or from the end of what kept the others from it, to three ends: until the last of
 * its tasks was taken from it; until each was claimed again; and until each was settled by whoever claimed it, which is
 * what a user sees, as a claimed task may still wait in a hand.
 *
 * <p>A task whose next attempt fell as well, or was given back, has no end of the third kind by that attempt; what became
 * ends in the midst of a disturbance is counted, not timed, as nothing can be said of what kept whom from it.
 */
public final class RecoveryTimes {

    private static final int ALL = 1_000_000;

    private static final double HALF = 0.5;

    // What is written under the first lease after a recovery; in quarantine, tasks run one by one, and are left out.
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

    /** Reads transitions and journal; a fall that left nothing to recover counts for nothing. */
    public static RecoveryTimes of(Sql sql, Journal journal) throws SQLException {
        sql.execute("create index if not exists ledger_by_version on ledger_transition (task, old_version)");
        RecoveryTimes times = new RecoveryTimes(journal);
        Map<String, Long> falls = new HashMap<>();
        journal.falls().forEach(fall -> falls.put(fall.operator(), fall.at()));
        Map<String, Long> last = new HashMap<>();
        long now = System.currentTimeMillis();
        for (List<String> row : sql.rows(RECOVERIES, ALL)) {
            Long fall = falls.get(row.get(0));
            // The database's clock may be another than this process's; how long ago it was, both agree on.
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

    /** {@code ago} is negative where there was no such end. */
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

    /** Ends in the midst of a disturbance. */
    public int untimed() {
        return untimed;
    }

    /** Of each fall, until the last of its tasks was recovered. */
    public List<Duration> recovered() {
        return List.copyOf(recovered);
    }

    /** Of each task that a fall left, and that is not in quarantine, until it was claimed again. */
    public List<Duration> claimed() {
        return List.copyOf(claimed);
    }

    /** The same, until the attempt that followed was settled. */
    public List<Duration> settled() {
        return settledOfFalls.values().stream().flatMap(List::stream).sorted().toList();
    }

    /** Of each fall, until half of its tasks were settled: of all tasks most may be of one fall. */
    public List<Duration> halfSettled() {
        return settledOfFalls.values().stream()
                .filter(times -> !times.isEmpty())
                .map(times -> quantile(times, HALF))
                .sorted()
                .toList();
    }

    /** The time that this share of sorted times did not exceed. */
    public static Duration quantile(List<Duration> sorted, double share) {
        return sorted.isEmpty() ? Duration.ZERO : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }
}
