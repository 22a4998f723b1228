package io.github.rowmill.engine.store.loop;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.AgroalDataSourceConfiguration;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.agroal.pool.DataSource;
import io.github.rowmill.config.RowmillConfig;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A small pool beside the application's, to the same database as the same user, with a limit on every wait. */
@Singleton
class EnginePool {

    /** One for each of claim, renewal, verdicts, recovery, trim, notifying and schedules, and one for what looks at the table now and then. */
    private static final int MAX = 8;

    /** A renewal that hangs is given up before the next is due, so that two of the four in a lease may be lost. */
    private static final int WAITS_PER_LEASE = 4;

    private static final Duration MIN_WAIT = Duration.ofSeconds(3);
    private static final Duration MAX_WAIT = Duration.ofSeconds(15);

    /** An unused connection is closed after this. */
    static final Duration IDLE = Duration.ofMinutes(1);

    private final AgroalDataSource pool;
    private final Duration wait;

    EnginePool(
            AgroalDataSource application,
            TransactionManager transactions,
            TransactionSynchronizationRegistry registry,
            RowmillConfig config) {
        this.wait = longestWait(config.lease());
        this.pool =
                new DataSource(configuration(application, new NarayanaTransactionIntegration(transactions, registry)));
    }

    static Duration longestWait(Duration lease) {
        long share = lease.toMillis() / WAITS_PER_LEASE;
        return Duration.ofMillis(Math.min(MAX_WAIT.toMillis(), Math.max(MIN_WAIT.toMillis(), share)));
    }

    private AgroalDataSourceConfiguration configuration(
            AgroalDataSource application, NarayanaTransactionIntegration transactions) {
        var connections = like(application, url -> limited(url, wait), "rowmill")
                .transactionIntegration(transactions)
                .maxSize(MAX)
                .acquisitionTimeout(wait)
                .reapTimeout(IDLE);
        return new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(connections)
                .get();
    }

    /**
     * Returns a pool of at most {@code most} connections without transactions. A wait of more than {@code patience} for one
     * is refused, a statement ends after {@code wait}, and a result of more than {@code bytes} is an error.
     */
    static AgroalDataSource plain(
            AgroalDataSource application, String name, int most, Duration patience, Duration wait, long bytes) {
        return new DataSource(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(like(application, url -> bounded(limited(url, wait), bytes), name)
                        .transactionIntegration(TransactionIntegration.none())
                        .transactionRequirement(TransactionRequirement.OFF)
                        .acquisitionTimeout(patience)
                        .reapTimeout(IDLE)
                        .maxSize(most))
                .get());
    }

    /** An empty pool to the application's database as its user, by another URL and under another name. */
    static AgroalConnectionPoolConfigurationSupplier like(
            AgroalDataSource application, UnaryOperator<String> url, String name) {
        var configured = application.getConfiguration().connectionPoolConfiguration();
        var driver = configured.connectionFactoryConfiguration();
        return new AgroalConnectionPoolConfigurationSupplier(configured)
                .connectionFactoryConfiguration(new AgroalConnectionFactoryConfigurationSupplier(driver)
                        .jdbcUrl(url.apply(driver.jdbcUrl()))
                        .jdbcProperty("ApplicationName", name))
                .initialSize(0)
                .minSize(0);
    }

    /**
     * The URL with the limits as its last words: there they overrule the application's URL and properties. The statement's
     * is the shorter one, as a cancelled statement leaves a connection that can be used again.
     */
    static String limited(String url, Duration wait) {
        long seconds = wait.toSeconds();
        return "%s%sconnectTimeout=%s&socketTimeout=%s&queryTimeout=%s"
                .formatted(url, url.contains("?") ? "&" : "?", seconds, seconds, seconds - 1);
    }

    /** Returns the URL with a limit on the bytes of a result. Without it the driver keeps a result of any size in memory. */
    private static String bounded(String url, long bytes) {
        return url + "&maxResultBuffer=" + bytes;
    }

    Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /** How long anything waits for the database. */
    Duration longestWait() {
        return wait;
    }

    /** Closes what is idle: after a fault none of it may be good. */
    void flush() {
        pool.flush(AgroalDataSource.FlushMode.IDLE);
    }

    @PreDestroy
    void close() {
        pool.close();
    }
}
