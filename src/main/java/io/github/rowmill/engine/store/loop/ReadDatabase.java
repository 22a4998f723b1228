package io.github.rowmill.engine.store.loop;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.sql.Refusal;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.hibernate.JDBCException;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * The database as those see it who look at tasks, people and statistics: through two connections of their own, so that
 * however many look, no loop, handler or enqueue waits for them. Searches, which may take long, have two others, so that
 * none waits for them either. Of each caller one statement runs at a time on either, so that one who asks for much leaves
 * a connection to the others. Who gets no connection, or no answer, in a few seconds is told so by an
 * {@link UnansweredException}.
 */
@Singleton
public class ReadDatabase {

    private static final int MAX = 2;
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(2);

    /** A statement is cancelled a second earlier. */
    private static final Duration WAIT_FOR_ANSWER = Duration.ofSeconds(6);

    /** For a search: less than an answer is waited for, so that the two are told apart. */
    private static final Duration MAX_SEARCH = Duration.ofSeconds(3);

    /** For a connection that somebody else searches by: longer than that takes. */
    private static final Duration WAIT_FOR_SEARCH = MAX_SEARCH.plusSeconds(1);

    /** Bytes of a result. Pages end long before. A longer result is an error of its reader, and does not end the node. */
    private static final long MAX_RESULT = 32_000_000;

    /** A result may have this many payloads of the largest size. */
    private static final int MAX_PAYLOADS = 4;

    /**
     * For this transaction. Who waits for a lock waits for a change of the schema, and is not told to narrow his search. The
     * values decide which indexes are of use, so each search has a plan of its own. It takes one core at most, as workers
     * may want the others, and compiling its plan would take longer than most searches do.
     */
    private static final String LIMITS = """
            select set_config('statement_timeout', ?, true),
                   set_config('lock_timeout', ?, true),
                   set_config('plan_cache_mode', 'force_custom_plan', true),
                   set_config('max_parallel_workers_per_gather', '0', true),
                   set_config('jit', 'off', true)
            """;

    /** Of all nodes on this schema's tables one has it at a time; the name keeps it apart from the application's locks. */
    private static final String TRY_LOCK = """
            select pg_try_advisory_xact_lock(hashtext('rowmill statistics'), hashtext(current_schema()))
            """;

    private final Pool pool;
    private final Pool searches;
    private final Turns others = new Turns(WAIT_FOR_CONNECTION);
    private final Asker asker;
    private final SessionFactory sessions;

    /** The connections, and who may have one. */
    private record Pool(AgroalDataSource connections, Turns turns) {}

    ReadDatabase(AgroalDataSource application, SessionFactory sessions, RowmillConfig config, Asker asker) {
        long bytes =
                Math.max(MAX_RESULT, MAX_PAYLOADS * config.payload().maxSize().asLongValue());
        this.sessions = sessions;
        this.asker = asker;
        this.pool = pool(application, "rowmill-read", WAIT_FOR_CONNECTION, bytes);
        this.searches = pool(application, "rowmill-search", WAIT_FOR_SEARCH, bytes);
    }

    private static Pool pool(AgroalDataSource application, String name, Duration patience, long bytes) {
        return new Pool(
                EnginePool.plain(application, name, MAX, patience, WAIT_FOR_ANSWER, bytes),
                new Turns(WAIT_FOR_CONNECTION));
    }

    /** Reads by Hibernate, each query a transaction by itself. */
    public <T> T session(Function<StatelessSession, T> work) {
        return read(pool, connection -> {
            try (StatelessSession session =
                    sessions.withStatelessOptions().connection(connection).openStatelessSession()) {
                return work.apply(session);
            }
        });
    }

    /** Reads by statements that are each a transaction by itself. */
    public <T> T statement(Sql.Work<T> work) {
        return read(pool, connection -> work.on(new Sql(connection)));
    }

    /** Reads in one transaction. */
    public <T> T snapshot(Sql.Work<T> work) {
        return snapshot(pool, work);
    }

    /** The same for one who is not known yet, counted as {@code who}. */
    public <T> T snapshotOf(String who, Sql.Work<T> work) {
        return read(pool, who, inOneTransaction(work));
    }

    private <T> T snapshot(Pool pool, Sql.Work<T> work) {
        return read(pool, inOneTransaction(work));
    }

    private static <T> Reading<T> inOneTransaction(Sql.Work<T> work) {
        return connection -> {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try {
                return work.on(new Sql(connection));
            } finally {
                connection.rollback();
            }
        };
    }

    /** The same, unless another node is at it: then nothing is read. */
    public <T> Optional<T> snapshotIfAlone(Sql.Work<T> work) {
        return snapshot(sql -> sql.first(TRY_LOCK, row -> row.getBoolean(1)).orElseThrow()
                ? Optional.of(work.on(sql))
                : Optional.empty());
    }

    /**
     * Searches in one transaction.
     *
     * @throws SearchTimeoutException a statement took too long
     */
    public <T> T search(Sql.Work<T> work) {
        try {
            return snapshot(searches, sql -> {
                sql.first(
                        LIMITS,
                        row -> true,
                        String.valueOf(MAX_SEARCH.toMillis()),
                        String.valueOf(WAIT_FOR_CONNECTION.toMillis()));
                return work.on(sql);
            });
        } catch (UnansweredException e) {
            Throwable cause = e.getCause();
            throw cause != null && Refusal.isOfTheTime(cause) ? new SearchTimeoutException(MAX_SEARCH, e) : e;
        }
    }

    private interface Reading<T> {

        T on(Connection connection) throws SQLException;
    }

    /**
     * Does what reads on the application's own pool, one at a time for each caller.
     *
     * @throws UnansweredException the caller asks for too much at once
     */
    public <T> T inTurn(Callable<T> work) throws Exception {
        String who = asker.account();
        if (who == null) {
            return work.call();
        }
        others.begin(who);
        try {
            return work.call();
        } finally {
            others.end(who);
        }
    }

    private <T> T read(Pool pool, Reading<T> reading) {
        String who = asker.account();
        return who == null ? read(pool.connections(), reading) : read(pool, who, reading);
    }

    private static <T> T read(Pool pool, String who, Reading<T> reading) {
        pool.turns().begin(who);
        try {
            return read(pool.connections(), reading);
        } finally {
            pool.turns().end(who);
        }
    }

    private static <T> T read(AgroalDataSource pool, Reading<T> reading) {
        try (Connection connection = pool.getConnection()) {
            return reading.on(connection);
        } catch (SQLException e) {
            throw failure(pool, Sql.failure(e));
        } catch (PersistenceException e) {
            throw failure(pool, e.getCause() instanceof JDBCException cause ? cause : e);
        }
    }

    private static RuntimeException failure(AgroalDataSource pool, PersistenceException thrown) {
        pool.flush(AgroalDataSource.FlushMode.IDLE);
        return Refusal.isOfTheStatement(thrown) ? thrown : new UnansweredException(thrown);
    }

    @PreDestroy
    void close() {
        pool.connections().close();
        searches.connections().close();
    }
}
