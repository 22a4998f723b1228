package io.github.rowmill.engine.store.loop;

import io.github.rowmill.engine.store.sql.Sql;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * The database as Rowmill's own loops see it: through a few connections of their own, so that handlers which hold all of
 * the application's keep no lease from being renewed and no verdict from being written.
 *
 * <p>Nothing here waits for ever: a statement that does not return in time is cancelled, a connection that stays silent
 * is given up, and the round fails. The next one has fresh connections.
 */
@Singleton
public class EngineDatabase {

    private final EnginePool pool;
    private final SessionFactory sessions;

    EngineDatabase(EnginePool pool, SessionFactory sessions) {
        this.pool = pool;
        this.sessions = sessions;
    }

    /** Runs statements, each a transaction by itself: none stays open, whatever happens to this node. */
    public <T> T statement(Sql.Work<T> work) {
        return orFlush(() -> Sql.on(pool::connection, work));
    }

    /** Runs several statements in a transaction of its own. */
    public <T> T transaction(Function<StatelessSession, T> work) {
        return orFlush(() -> QuarkusTransaction.requiringNew().call(() -> {
            try (Connection connection = pool.connection();
                    StatelessSession session = sessions.withStatelessOptions()
                            .connection(connection)
                            .openStatelessSession()) {
                return work.apply(session);
            } catch (SQLException e) {
                throw Sql.failure(e);
            }
        }));
    }

    /** A transaction that locks rows is to be ended by the server should this node fall silent for so long in the middle. */
    public Duration longestSilence() {
        return pool.longestWait();
    }

    private <T> T orFlush(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            pool.flush();
            throw e;
        }
    }
}
