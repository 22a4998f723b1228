package io.github.rowmill.engine.store.claim;

import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.node.Operator;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;

/** Tasks in quarantine, and which of many busy nodes is to make time for them. */
@ApplicationScoped
public class Suspects {

    private final EngineDatabase database;
    private final String operator;

    Suspects(EngineDatabase database, Operator operator) {
        this.database = database;
        this.operator = operator.id();
    }

    private static final String FIRST = """
            select not exists (
                       select 1
                         from rowmill_task t
                        where t.status = 'executing'
                          and t.queue = any(?)
                          and t.expiry > now()
                          and md5(t.operator_id) < md5(?))
            """;

    /**
     * Whether this node is the first, in an order that all agree on, of those that are busy with tasks of these queues: so
     * one of them makes room, and the others go on working.
     */
    public boolean isThisNodeFirst(Collection<String> queues) {
        String[] names = queues.toArray(String[]::new);
        return database.statement(sql ->
                sql.first(FIRST, row -> row.getBoolean(1), names, operator).orElseThrow());
    }
}
