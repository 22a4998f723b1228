package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Sends signals in the caller's transaction. Locks no row. */
@ApplicationScoped
@Transactional(TxType.MANDATORY)
public class SignalRows {

    private final JoinedDatabase joined;

    SignalRows(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** A task that a signal is sent to. */
    public record Target(long id, String type, String status) {

        private static Target read(ResultSet row) throws SQLException {
            return new Target(row.getLong("id"), row.getString("type"), row.getString("status"));
        }
    }

    private static final String BY_ID = """
            select t.id, t.type, t.status
              from rowmill_task t
             where t.id = ?
            """;

    /** Returns the task with an id. */
    public Optional<Target> target(long id) {
        return joined.statement(sql -> sql.first(BY_ID, Target::read, id));
    }

    // The condition on the key is the one of the index.
    private static final String BY_KEY = """
            select t.id, t.type, t.status
              from rowmill_task t
             where t.type = ?
               and t.unique_key = ?
               and t.unique_key is not null
               and (t.status in ('queued', 'waiting', 'executing') or t.unique_for is not null)
               and t.finished is null
            """;

    /** Returns the task that holds a unique key and has not ended. */
    public Optional<Target> target(String type, String uniqueKey) {
        return joined.statement(sql -> sql.first(BY_KEY, Target::read, type, uniqueKey));
    }

    private static final String SEND = """
            insert into rowmill_signal (task, name, payload)
            values (?, ?, cast(? as jsonb))
            returning id
            """;

    /** Inserts a signal, and returns its id. */
    public long send(long task, String name, String payload) {
        return joined.statement(sql -> sql.first(SEND, row -> row.getLong(1), task, name, payload))
                .orElseThrow();
    }
}
