package io.github.rowmill.store.loop;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.store.sql.Sql;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.hibernate.JDBCException;

/** The database as probes see it: through one connection of their own, so that however many come, no loop waits for them. */
@Singleton
public class ProbeDatabase {

    private final AgroalDataSource pool;

    ProbeDatabase(AgroalDataSource application, RowmillConfig config) {
        Duration wait = LoopPool.longestWait(config.lease());
        this.pool = new DataSource(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                        LoopPool.like(application, url -> LoopPool.limited(url, wait), "rowmill-health")
                                .transactionIntegration(TransactionIntegration.none())
                                .transactionRequirement(TransactionRequirement.OFF)
                                .acquisitionTimeout(wait)
                                .reapTimeout(LoopPool.IDLE)
                                .maxSize(1))
                .get());
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
