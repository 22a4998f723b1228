package io.github.rowmill.engine.store.loop;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.hibernate.JDBCException;

/** The database as probes see it: through one connection of their own, so that however many come, no loop waits for them. */
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
     * Runs statements that only read, each a transaction by itself. If that fails, and the connection is not a new one, they
     * run once more on another: one that was lost since the last probe says nothing of the database.
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
