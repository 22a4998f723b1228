package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The database as migrations see it: through new connections, in whose sessions the application has set nothing, and whose
 * statements may take long. The application's pool is not touched, all of which its own migrations may hold at that time.
 */
@Singleton
public class MigrationDatabase {

    /** Flyway holds two, one for its history and one that migrates, and a third for callbacks. */
    private static final int MAX = 4;

    private final AgroalDataSource application;

    MigrationDatabase(AgroalDataSource application) {
        this.application = application;
    }

    /** Runs {@code work} with a pool that is closed afterwards. */
    public void connect(Consumer<AgroalDataSource> work) {
        try (AgroalDataSource pool = pool()) {
            work.accept(pool);
        }
    }

    private AgroalDataSource pool() {
        return new DataSource(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(EnginePool.like(application, UnaryOperator.identity(), "rowmill-migration")
                        .transactionIntegration(TransactionIntegration.none())
                        .transactionRequirement(TransactionRequirement.OFF)
                        .leakTimeout(Duration.ZERO)
                        .maxLifetime(Duration.ZERO)
                        .maxSize(MAX))
                .get());
    }
}
