package io.github.rowmill.feature.rule.turn;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a queue, as read by the claim that holds their lock.
 *
 * @param concurrency largest number of tasks that execute at once; null for no limit
 * @param perKey largest number of tasks of a key that execute at once; null for no limit
 * @param ordered whether a key's tasks run one after the other
 * @param blocks whether a dead task blocks its key
 * @param hasLanes whether tasks are parked, or were a moment ago
 * @param keyWeights number of tasks that keys start in a turn
 * @param listed number of tasks that the row lists as claimed under {@code concurrency}, some of which may have
 *     ended; null if the list may be incomplete
 * @param paidUntil time up to which the starts so far are paid for at {@code rate}; null if nothing is owed
 * @param now current time of the database
 */
public record LockedRules(
        boolean paused,
        Set<String> pausedTypes,
        @Nullable Integer concurrency,
        @Nullable Integer perKey,
        boolean ordered,
        boolean blocks,
        boolean fair,
        KeyWeights keyWeights,
        Optional<CellRate> rate,
        Optional<CellRate> keyRate,
        boolean hasLanes,
        @Nullable Integer listed,
        @Nullable Instant paidUntil,
        Instant now) {

    /**
     * The paused types of a row {@code q}. SQL may have written any array: a list of lists or a null in it must
     * not stop a node.
     */
    public static final String PAUSED_TYPES = """
            array(select p.type from unnest(q.paused_types) as p (type) where p.type is not null) as paused_types
            """;

    private static final String LOCK = """
            select q.paused, q.concurrency, q.per_key, q.ordered, q.blocks, q.fair,
                   q.rate, cast(extract(epoch from q.rate_period) as float8) as rate_period, q.rate_burst,
                   q.key_rate, cast(extract(epoch from q.key_rate_period) as float8) as key_rate_period, q.key_rate_burst,
                   exists (select 1 from rowmill_lane l where l.queue = q.name) as lanes,
                   """ + PAUSED_TYPES + "," + KeyWeights.COLUMNS + """
                 , case when q.open_claims = '{}' and coalesce(array_ndims(q.held), 1) = 1 then cardinality(q.held) end as listed,
                   q.paid_until, clock_timestamp() as now
              from rowmill_queue q
             where q.name = ?
               and (select set_config('idle_in_transaction_session_timeout', ?, true)) is not null
               for no key update of q skip locked
            """;

    /**
     * Locks the rules of a queue until the transaction ends. If the node is silent for {@code silence}, the server
     * ends the transaction.
     *
     * @return empty if there are no rules, or another claim has locked them
     */
    public static Optional<LockedRules> lock(Sql sql, String queue, Duration silence) throws SQLException {
        return sql.first(LOCK, LockedRules::read, queue, Long.toString(silence.toMillis()));
    }

    /** Returns whether a queue has rules, locked or not. */
    public static boolean exist(Sql sql, String queue) throws SQLException {
        return sql.first("select 1 from rowmill_queue q where q.name = ?", row -> true, queue)
                .isPresent();
    }

    private static LockedRules read(ResultSet row) throws SQLException {
        return new LockedRules(
                row.getBoolean("paused"),
                Set.copyOf(Arrays.asList((String[]) row.getArray("paused_types").getArray())),
                number(row, "concurrency"),
                number(row, "per_key"),
                row.getBoolean("ordered"),
                row.getBoolean("blocks"),
                row.getBoolean("fair"),
                KeyWeights.read(row),
                CellRate.read(row, "rate"),
                CellRate.read(row, "key_rate"),
                row.getBoolean("lanes"),
                row.getObject("listed", Integer.class),
                Instants.readOrNull(row, "paid_until"),
                Instants.read(row, "now"));
    }

    private static @Nullable Integer number(ResultSet row, String column) throws SQLException {
        int number = row.getInt(column);
        return number == 0 ? null : number;
    }

    /** Returns whether keys take turns. */
    public boolean areByKey() {
        return perKey != null || ordered || fair || keyRate.isPresent() || hasLanes;
    }

    /**
     * Returns whether a claim must look for parked tasks and for debts. A lane that was made a moment ago may
     * be missed, until the next claim.
     */
    public boolean mayHaveWaiting() {
        return hasLanes || ordered || keyRate.isPresent();
    }

    /**
     * Returns the latest time that a claim notes for the next look at a key: after {@code rest}, or when a burst
     * is paid for.
     */
    public Instant latestLook(Duration rest) {
        Instant rested = now.plus(rest);
        return keyRate.map(rate -> rate.latest(now)).filter(rested::isBefore).orElse(rested);
    }

    /** Returns the largest number of tasks of a key that execute at once. */
    public int mostOfKey() {
        return ordered ? 1 : perKey == null ? Integer.MAX_VALUE : perKey;
    }
}
