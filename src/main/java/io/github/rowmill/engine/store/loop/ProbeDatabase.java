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

    private final AgroalDataSource pool;

    ProbeDatabase(AgroalDataSource application, RowmillConfig config) {
        Duration wait = EnginePool.longestWait(config.lease());
        this.pool = EnginePool.plain(application, "rowmill-health", 1, wait, wait);
    }

    /** Runs statements, each a transaction by itself. */
    public <T> T statement(Sql.Work<T> work) {
        try {
            return Sql.on(pool::getConnection, work);
        } catch (JDBCException e) {
            pool.flush(AgroalDataSource.FlushMode.IDLE);
            throw e;
        }
    }

    @PreDestroy
    void close() {
        pool.close();
    }
}
