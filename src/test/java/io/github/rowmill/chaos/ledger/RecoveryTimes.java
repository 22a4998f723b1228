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
 * How long it took from a node's fall until the last of its tasks was taken from it, or from the end of a disturbance of
 * the database that kept the others from doing so.
 */
public final class RecoveryTimes {

    private static final int ALL = 1_000_000;

    private static final String LAST_RECOVERIES = """
            select old_operator, (extract(epoch from clock_timestamp() - max(at)) * 1000)::bigint
              from ledger_transition
             where old_status = 'executing'
               and crashes > 0
               and new_status in ('queued', 'dead')
             group by old_operator
            """;

    private final List<Duration> sorted;

    private RecoveryTimes(List<Duration> sorted) {
        this.sorted = sorted;
    }

    /** Reads transitions and journal; a fall that left nothing to recover counts for nothing. */
    public static RecoveryTimes of(Sql sql, Journal journal) throws SQLException {
        Map<String, Long> recovered = new HashMap<>();
        long now = System.currentTimeMillis();
        for (List<String> row : sql.rows(LAST_RECOVERIES, ALL)) {
            // The database's clock may be another than this process's; how long ago it was, both agree on.
            recovered.put(row.get(0), now - Long.parseLong(row.get(1)));
        }
        List<Duration> times = new ArrayList<>();
        for (Journal.Fall fall : journal.falls()) {
            Long end = recovered.get(fall.operator());
            if (end != null && end > fall.at()) {
                times.add(Duration.ofMillis(end - from(fall.at(), end, journal)));
            }
        }
        times.sort(Comparator.naturalOrder());
        return new RecoveryTimes(times);
    }

    private static long from(long fall, long end, Journal journal) {
        long from = fall;
        for (Journal.Disturbance disturbance : inOrder(journal)) {
            if (disturbance.from() < end && disturbance.to() > from) {
                from = Math.min(disturbance.to(), end);
            }
        }
        return from;
    }

    private static List<Journal.Disturbance> inOrder(Journal journal) {
        return journal.disturbances().stream()
                .sorted(Comparator.comparingLong(Journal.Disturbance::from))
                .toList();
    }

    public int count() {
        return sorted.size();
    }

    /** The time that this share of all recoveries did not exceed. */
    public Duration quantile(double share) {
        return sorted.isEmpty() ? Duration.ZERO : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }
}
