package io.github.rowmill.engine.store.loop;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.JDBCException;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * The database as those see it who look at tasks, people and statistics: through two connections of their own, so that
 * however many look, no loop, handler or enqueue waits for them. Who gets none, or no answer, in a few seconds is told so
 * by an {@link UnansweredException}.
 */
@Singleton
public class ReadDatabase {

    private static final int MAX = 2;
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(2);

    /** A statement is cancelled a second earlier. */
    private static final Duration WAIT_FOR_ANSWER = Duration.ofSeconds(6);

    /** Of all nodes on this schema's tables one has it at a time; the name keeps it apart from the application's locks. */
    private static final String TRY_LOCK = """
            select pg_try_advisory_xact_lock(hashtext('rowmill statistics'), hashtext(current_schema()))
            """;

    private final AgroalDataSource pool;
    private final SessionFactory sessions;

    ReadDatabase(AgroalDataSource application, SessionFactory sessions) {
        this.sessions = sessions;
        this.pool = EnginePool.plain(application, "rowmill-read", MAX, WAIT_FOR_CONNECTION, WAIT_FOR_ANSWER);
    }

    /** Reads by Hibernate, each query a transaction by itself. */
    public <T> T session(Function<StatelessSession, T> work) {
        return read(connection -> {
            try (StatelessSession session =
                    sessions.withStatelessOptions().connection(connection).openStatelessSession()) {
                return work.apply(session);
            }
        });
    }

    /** Reads in one transaction. */
    public <T> T snapshot(Sql.Work<T> work) {
        return read(connection -> {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try {
                return work.on(new Sql(connection));
            } finally {
                connection.rollback();
            }
        });
    }

    /** The same, unless another node is at it: then nothing is read. */
    public <T> Optional<T> snapshotIfAlone(Sql.Work<T> work) {
        return snapshot(sql -> sql.first(TRY_LOCK, row -> row.getBoolean(1)).orElseThrow()
                ? Optional.of(work.on(sql))
                : Optional.empty());
    }

    private interface Reading<T> {

        T on(Connection connection) throws SQLException;
    }

    private <T> T read(Reading<T> reading) {
        try (Connection connection = pool.getConnection()) {
            return reading.on(connection);
        } catch (SQLException e) {
            throw failure(Sql.failure(e));
        } catch (PersistenceException e) {
            throw failure(e.getCause() instanceof JDBCException cause ? cause : e);
        }
    }

    private RuntimeException failure(PersistenceException thrown) {
        pool.flush(AgroalDataSource.FlushMode.IDLE);
        return Refusal.isOfTheStatement(thrown) ? thrown : new UnansweredException(thrown);
    }

    @PreDestroy
    void close() {
        pool.close();
    }
}
