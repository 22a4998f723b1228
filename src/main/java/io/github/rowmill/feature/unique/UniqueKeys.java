package io.github.rowmill.feature.unique;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.store.NewRow.UniqueKey;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the holders of unique keys, and frees keys. Also rolls back inserts that met a key which was freed at the
 * wrong moment.
 */
@ApplicationScoped
public class UniqueKeys {

    private final JoinedDatabase joined;
    private final EngineDatabase database;

    UniqueKeys(JoinedDatabase joined, EngineDatabase database) {
        this.joined = joined;
        this.database = database;
    }

    // Rows inserted by SQL may have any interval. An interval of more than a century counts as a century, because
    // the sum might not be a valid moment.
    private static final String OVER = """
            (t.finished is not null
              and t.finished + least(greatest(t.unique_for, interval '0'), interval '876000 hours') <= clock_timestamp()
               or t.status in ('queued', 'waiting')
              and t.started is null
              and t.expires_at <= clock_timestamp())
            """;

    // The condition is the one of the index.
    private static final String HOLDERS = """
            select t.id, t.type, t.unique_key,
                   t.status = 'queued' and t.started is null as is_untouched,
            """ + OVER + """
                   as is_over
              from rowmill_task t
              join unnest(cast(? as text[]), cast(? as text[])) as k (type, unique_key)
                on t.type = k.type and t.unique_key = k.unique_key
             where t.unique_key is not null
               and (t.status in ('queued', 'waiting', 'executing') or t.unique_for is not null)
            """;

    /** Returns the tasks that hold these keys, including those whose hold has expired. */
    @Transactional
    public Map<UniqueKey, Holder> holders(List<UniqueKey> keys) {
        Map<UniqueKey, Holder> holders = new HashMap<>();
        String[] types = keys.stream().map(UniqueKey::type).toArray(String[]::new);
        String[] uniqueKeys = keys.stream().map(UniqueKey::value).toArray(String[]::new);
        joined.statement(sql -> sql.all(
                        HOLDERS,
                        row -> Map.entry(
                                new UniqueKey(row.getString("type"), row.getString("unique_key")), Holder.read(row)),
                        types,
                        uniqueKeys))
                .forEach(row -> holders.put(row.getKey(), row.getValue()));
        return holders;
    }

    private static final String LET_GO = """
            with over as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(?)
                   and t.unique_key is not null
                   and
            """ + OVER + """
                 order by t.id
                   for no key update of t skip locked)
            update rowmill_task t
               set unique_key = null,
                   last_updated = clock_timestamp(),
                   version = least(t.version, 9223372036854775806) + 1
              from over
             where t.id = over.id
            """;

    /**
     * Frees the keys of holders whose hold has expired, in a transaction of its own. The keys stay free if the
     * caller's transaction is rolled back. No lock remains that another enqueue of several keys could wait for in
     * a different order.
     *
     * @return whether any key was freed
     */
    public boolean letGo(Collection<Long> holders) {
        long[] ids = holders.stream().mapToLong(id -> id).toArray();
        return ids.length > 0
                && QuarkusTransaction.suspendingExisting()
                        .call(() -> database.statement(sql -> sql.run(LET_GO, ids)) > 0);
    }

    /** Sets a mark, a savepoint, in the caller's transaction. */
    @Transactional(TxType.MANDATORY)
    public void mark() {
        run("savepoint rowmill_enqueue");
    }

    /** Rolls back all writes since the mark. Transactions that waited for these writes can continue. */
    @Transactional(TxType.MANDATORY)
    public void backToMark() {
        run("rollback to savepoint rowmill_enqueue");
    }

    /** Removes the mark. */
    @Transactional(TxType.MANDATORY)
    public void unmark() {
        run("release savepoint rowmill_enqueue");
    }

    private void run(String statement) {
        joined.statement(sql -> sql.run(statement));
    }
}
