package io.github.rowmill.operate.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.text.Printable;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the operations of the caller of this request in the audit, in the same transaction as the operation. */
@Singleton
public class Audit {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final CurrentCaller current;
    private final JoinedDatabase joined;
    private final AfterCommit afterCommit;

    Audit(CurrentCaller current, JoinedDatabase joined, AfterCommit afterCommit) {
        this.current = current;
        this.joined = joined;
        this.afterCommit = afterCommit;
    }

    /** The object of an operation, for example a task or a queue. */
    public record Target(String kind, String name) {

        public static final String TASK = "task";
        public static final String QUEUE = "queue";
        public static final String SCHEDULE = "schedule";
        public static final String TOPIC = "topic";
        public static final String FLOW = "flow";
        public static final String JOB = "job";
        public static final String VIEW = "view";
    }

    // Inserts through a function, not into the table. Its callers can add entries, and cannot change any.
    private static final String WRITE = """
            select rowmill_audit_add(left(?, 200), left(?, 100), ?, ?, left(?, 200), cast(? as jsonb), cast(? as jsonb))
            """;

    /**
     * Records an operation of the caller. {@code before} and {@code after} hold the known state of the target, and
     * are empty if none is known.
     */
    public void write(Action action, Target target, Map<String, Object> before, Map<String, Object> after) {
        Caller caller = current.get();
        Deed deed = new Deed(caller.name(), caller.address(), action, target);
        joined.statement(sql -> write(sql, deed, before, after));
        afterCommit.fire(List.of(new TaskEvent.Audited(caller.name(), action.word(), target.kind(), target.name())));
    }

    /**
     * An operation of an actor.
     *
     * @param address the address that the request came from, or null if it is not known
     */
    public record Deed(String actor, @Nullable String address, Action action, Target target) {}

    /** Records an operation that a node carries out for an actor, in the node's transaction. */
    public static void writeIn(Sql sql, Deed deed, Map<String, Object> before, Map<String, Object> after) {
        try {
            write(sql, deed, before, after);
        } catch (SQLException e) {
            throw Sql.failure(e);
        }
    }

    private static boolean write(Sql sql, Deed deed, Map<String, Object> before, Map<String, Object> after)
            throws SQLException {
        String address = deed.address();
        return sql.first(
                        WRITE,
                        row -> true,
                        Printable.of(deed.actor()),
                        address == null ? null : Printable.of(address),
                        deed.action().word(),
                        deed.target().kind(),
                        deed.target().name(),
                        json(before),
                        json(after))
                .isPresent();
    }

    private static @Nullable String json(Map<String, Object> values) {
        try {
            return values.isEmpty() ? null : JSON.writeValueAsString(values);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers are JSON", e);
        }
    }
}
