package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.NewRow.Key;
import io.github.rowmill.engine.store.sql.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who has a unique key, and the way back from inserts that met one which was freed at the wrong moment. */
@ApplicationScoped
public class UniqueKeys {

    private final JoinedDatabase joined;

    UniqueKeys(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String LIVE = """
            select t.id, t.type, t.unique_key
              from rowmill_task t
              join unnest(?, ?) as k (type, unique_key)
                on t.type = k.type and t.unique_key = k.unique_key
             where t.unique_key is not null
               and t.status in ('queued', 'executing')
            """;

    /** The live tasks that have these keys. */
    @Transactional
    public Map<Key, Long> live(List<Key> keys) {
        Map<Key, Long> live = new HashMap<>();
        String[] types = keys.stream().map(Key::type).toArray(String[]::new);
        String[] uniqueKeys = keys.stream().map(Key::uniqueKey).toArray(String[]::new);
        joined.statement(sql -> sql.all(
                        LIVE,
                        row -> Map.entry(
                                new Key(row.getString("type"), row.getString("unique_key")), row.getLong("id")),
                        types,
                        uniqueKeys))
                .forEach(row -> live.put(row.getKey(), row.getValue()));
        return live;
    }

    /** Marks this point of the caller's transaction. */
    @Transactional(TxType.MANDATORY)
    public void mark() {
        run("savepoint rowmill_enqueue");
    }

    /** Takes back all that was written since the mark, which others who wait for it need not wait for any longer. */
    @Transactional(TxType.MANDATORY)
    public void backToMark() {
        run("rollback to savepoint rowmill_enqueue");
    }

    /** Forgets the mark. */
    @Transactional(TxType.MANDATORY)
    public void unmark() {
        run("release savepoint rowmill_enqueue");
    }

    private void run(String statement) {
        joined.statement(sql -> sql.run(statement));
    }
}
