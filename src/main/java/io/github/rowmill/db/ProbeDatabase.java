package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.config.RowmillConfig;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.hibernate.JDBCException;

/**
 * The database for health probes. They use one connection of their own, so that no number of probes delays a loop.
 */
@Singleton
public class ProbeDatabase {

    private static final long MAX_RESULT = 1_000_000;

    private final AgroalDataSource pool;
    private volatile boolean hasAnswered;

    ProbeDatabase(AgroalDataSource application, RowmillConfig config) {
        Duration wait = EnginePool.longestWait(config.lease());
        this.pool = EnginePool.plain(application, "rowmill-health", 1, wait, wait, MAX_RESULT);
    }

    /**
     * Runs statements that only read, each in a transaction of its own. If that fails on a connection that has
     * worked before, runs them once more on a new one. The connection may have been lost since the last probe,
     * which is no fault of the database.
     */
    public <T> T statement(Sql.Work<T> work) {
        boolean mayBeLost = hasAnswered;
        try {
            T read = Sql.on(pool::getConnection, work);
            hasAnswered = true;
            return read;
        } catch (JDBCException e) {
            hasAnswered = false;
            pool.flush(AgroalDataSource.FlushMode.IDLE);
            if (mayBeLost) {
                return statement(work);
            }
            throw e;
        }
    }

    @PreDestroy
    void close() {
        pool.close();
    }
}
