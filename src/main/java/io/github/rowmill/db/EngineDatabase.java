package io.github.rowmill.db;

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
 * The database for Rowmill's own loops. They use a few connections of their own. So leases are renewed and
 * verdicts written even if handlers hold all connections of the application.
 *
 * <p>Every wait has a limit. A statement that does not return in time is cancelled, a connection that stays silent
 * is closed, and the round fails. The next round gets new connections.
 */
@Singleton
public class EngineDatabase {

    private final EnginePool pool;
    private final SessionFactory sessions;

    EngineDatabase(EnginePool pool, SessionFactory sessions) {
        this.pool = pool;
        this.sessions = sessions;
    }

    /** Runs statements, each in a transaction of its own. So no transaction stays open if this node fails. */
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

    /**
     * Returns the limit of inactivity in a transaction that locks rows. If this node stops responding for longer,
     * the server shall end the transaction.
     */
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
