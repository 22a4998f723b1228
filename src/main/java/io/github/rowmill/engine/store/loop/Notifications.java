package io.github.rowmill.engine.store.loop;

import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Notifies all that listen of queues that hold due tasks, and knows its own notifications again by the backend that sent them. */
@Singleton
public class Notifications {

    /** An own notification comes back at once; later its backend's number may be another's. */
    private static final Duration OWN = Duration.ofMinutes(1);

    private final EngineDatabase database;
    private final Ticker ticker;
    private final Map<Integer, Long> backends = new ConcurrentHashMap<>();

    Notifications(EngineDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
    }

    // A longer payload would be refused, and the rest with it; who misses it polls. The commit need not wait for the
    // disk: what a crash of the server loses, it loses with all who listen.
    private static final String NOTIFY = """
            select cast(pg_notify('rowmill', queue) as text), set_config('synchronous_commit', 'off', true)
              from unnest(cast(? as text[])) queue
             where octet_length(queue) < 8000
            """;

    /** Sends one notification for each queue, in one statement of its own. An empty name stands for all. */
    public void send(Collection<String> queues) {
        database.statement(sql -> {
            backends.values().removeIf(sentAt -> ticker.since(sentAt).compareTo(OWN) > 0);
            // Before it is sent: the number must be known when the notification arrives.
            backends.put(sql.backend(), ticker.nanos());
            return sql.all(NOTIFY, row -> row.getString(1), (Object) queues.toArray(String[]::new));
        });
    }

    /** Whether a notification from this backend is one of ours. */
    boolean isOwn(int backend) {
        return backends.containsKey(backend);
    }
}
