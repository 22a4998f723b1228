package io.github.rowmill.engine.wake;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notifies all listeners of queues that hold due tasks. Recognizes its own notifications by the backend that sent
 * them.
 */
@Singleton
public class Notifications {

    /**
     * Time for which a backend counts as own. An own notification returns at once. Later the number may belong to
     * another session.
     */
    private static final Duration OWN = Duration.ofMinutes(1);

    private final EngineDatabase database;
    private final Ticker ticker;
    private final Map<Integer, Long> backends = new ConcurrentHashMap<>();

    Notifications(EngineDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
    }

    // A longer payload would be refused, together with the others. Its tasks are found by polling. The commit does
    // not wait for the disk: a crash of the server that loses a notification also disconnects all listeners.
    private static final String NOTIFY = """
            select cast(pg_notify('rowmill', queue) as text), set_config('synchronous_commit', 'off', true)
              from unnest(cast(? as text[])) queue
             where octet_length(queue) < 8000
            """;

    /** Sends one notification for each queue, in a statement of its own. An empty name stands for all queues. */
    public void send(Collection<String> queues) {
        send(NOTIFY, queues.toArray(String[]::new));
    }

    private static final String NOTIFY_ENDED = """
            select cast(pg_notify('rowmill_ended', ids) as text), set_config('synchronous_commit', 'off', true)
              from unnest(cast(? as text[])) ids
            """;

    /** Sends the ids of tasks that have ended, in a statement of its own. */
    public void sendEnded(Collection<Long> ids) {
        send(NOTIFY_ENDED, EndedIds.texts(ids));
    }

    private void send(String statement, String[] texts) {
        database.statement(sql -> {
            backends.values().removeIf(sentAt -> ticker.since(sentAt).compareTo(OWN) > 0);
            // The number is stored first, because the notification may arrive at once.
            backends.put(sql.backend(), ticker.nanos());
            return sql.all(statement, row -> row.getString(1), (Object) texts);
        });
    }

    /** Returns whether this node sent a notification with this backend. */
    boolean isOwn(int backend) {
        return backends.containsKey(backend);
    }
}
