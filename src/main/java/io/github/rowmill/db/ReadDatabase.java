package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.config.RowmillConfig;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.persistence.PersistenceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.hibernate.JDBCException;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * The database for readers: pages, the API and statistics. They use two connections of their own, so that no loop,
 * handler or enqueue waits for them. Searches may take long, so they use two other connections. On either pool,
 * each caller runs one statement at a time, so that a busy caller leaves a connection to the others. A caller who
 * gets no connection or no answer within a few seconds gets an {@link UnansweredException}.
 */
@Singleton
public class ReadDatabase {

    private static final int MAX = 2;
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(2);

    /** Limit for an answer. A statement is cancelled a second earlier. */
    private static final Duration WAIT_FOR_ANSWER = Duration.ofSeconds(6);

    /**
     * Limit for a search. It is shorter than the limit for an answer, so that the two errors can be distinguished.
     */
    private static final Duration MAX_SEARCH = Duration.ofSeconds(3);

    /** Limit for the wait for a connection while another search uses it. It is longer than a search may take. */
    private static final Duration WAIT_FOR_SEARCH = MAX_SEARCH.plusSeconds(1);

    /**
     * Largest result in bytes. Pages end long before. A longer result is an error of its reader, and does not end
     * the node.
     */
    private static final long MAX_RESULT = 32_000_000;

    /** Number of payloads of the largest size that a result may have. */
    private static final int MAX_PAYLOADS = 4;

    /**
     * Settings for the transaction of a search. A wait for a lock has its own limit. It is a wait for a change of
     * the schema, and a narrower search would not help. The values decide which indexes are useful, so each search
     * has a plan of its own. A search uses at most one core, because workers may need the others. Compiling its
     * plan would take longer than most searches do.
     */
    private static final String LIMITS = """
            select set_config('statement_timeout', ?, true),
                   set_config('lock_timeout', ?, true),
                   set_config('plan_cache_mode', 'force_custom_plan', true),
                   set_config('max_parallel_workers_per_gather', '0', true),
                   set_config('jit', 'off', true)
            """;

    /**
     * Lock that one node at a time may hold, among all nodes on this schema's tables. The name separates it from
     * the application's locks.
     */
    private static final String TRY_LOCK = """
            select pg_try_advisory_xact_lock(hashtext('rowmill statistics'), hashtext(current_schema()))
            """;

    private final Pool pool;
    private final Pool searches;
    private final CallerSlots others = new CallerSlots(WAIT_FOR_CONNECTION);
    private final ReaderAccount asker;
    private final SessionFactory sessions;

    /** A pool of connections, and the turns of its callers. */
    private record Pool(AgroalDataSource connections, CallerSlots turns) {}

    ReadDatabase(AgroalDataSource application, SessionFactory sessions, RowmillConfig config, ReaderAccount asker) {
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
                new CallerSlots(WAIT_FOR_CONNECTION));
    }

    /** Reads by Hibernate. Each query is a transaction of its own. */
    public <T> T session(Function<StatelessSession, T> work) {
        return read(pool, connection -> {
            try (StatelessSession session =
                    sessions.withStatelessOptions().connection(connection).openStatelessSession()) {
                return work.apply(session);
            }
        });
    }

    /** Reads by statements. Each is a transaction of its own. */
    public <T> T statement(Sql.Work<T> work) {
        return read(pool, connection -> work.on(new Sql(connection)));
    }

    /** Reads in one transaction. */
    public <T> T snapshot(Sql.Work<T> work) {
        return snapshot(pool, work);
    }

    /**
     * Reads in one transaction, for a caller who is not authenticated yet.
     *
     * @param who the account that the read counts for
     */
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

    /** Reads in one transaction, or returns empty if another node is reading this way. */
    public <T> Optional<T> snapshotIfAlone(Sql.Work<T> work) {
        return snapshot(sql -> sql.first(TRY_LOCK, row -> row.getBoolean(1)).orElseThrow()
                ? Optional.of(work.on(sql))
                : Optional.empty());
    }

    /** Returns the database's time, for readers. Ages are computed by the database's clock alone. */
    public Instant now() {
        return snapshot(DatabaseClock::read);
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
     * Runs work that reads on the application's own pool, one at a time for each caller.
     *
     * @throws UnansweredException the caller has too many reads at once
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
