package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.cache.ConnectionCache;
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

/**
 * A small pool in addition to the application's, to the same database with the same user. Every wait has a limit.
 */
@Singleton
public class EnginePool {

    /**
     * Number of connections: one each for claims, renewals, verdicts, recovery, trim, notifications and schedules.
     * The last is for loops that read the table occasionally.
     */
    private static final int MAX = 8;

    /**
     * Number of waits in a lease. A renewal that hangs is given up before the next is due, so that two of the four
     * renewals in a lease may fail.
     */
    private static final int WAITS_PER_LEASE = 4;

    private static final Duration MIN_WAIT = Duration.ofSeconds(3);
    private static final Duration MAX_WAIT = Duration.ofSeconds(15);

    /** Time after which an unused connection is closed. */
    static final Duration IDLE = Duration.ofMinutes(1);

    private final AgroalDataSource pool;
    private final Duration wait;

    public EnginePool(
            AgroalDataSource application,
            TransactionManager transactions,
            TransactionSynchronizationRegistry registry,
            RowmillConfig config) {
        this.wait = longestWait(config.lease());
        this.pool =
                new DataSource(configuration(application, new NarayanaTransactionIntegration(transactions, registry)));
    }

    public static Duration longestWait(Duration lease) {
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
     * Returns a pool of connections without transactions.
     *
     * @param most the largest number of connections
     * @param patience the longest wait for a connection
     * @param wait the time after which a statement ends
     * @param bytes the largest result; a larger one is an error
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

    /**
     * Returns the configuration of an empty pool to the application's database, with its user, another URL and
     * another name. It does not take over the cache of connections by thread. With it, a thread would get its last
     * connection from any of these pools, with the wrong limits.
     */
    public static AgroalConnectionPoolConfigurationSupplier like(
            AgroalDataSource application, UnaryOperator<String> url, String name) {
        var configured = application.getConfiguration().connectionPoolConfiguration();
        var driver = configured.connectionFactoryConfiguration();
        return new AgroalConnectionPoolConfigurationSupplier(configured)
                .connectionFactoryConfiguration(new AgroalConnectionFactoryConfigurationSupplier(driver)
                        .jdbcUrl(url.apply(driver.jdbcUrl()))
                        .jdbcProperty("ApplicationName", name))
                .connectionCache(ConnectionCache.none())
                .initialSize(0)
                .minSize(0);
    }

    /**
     * Returns the URL with limits at its end, where they override the application's URL and properties. The limit
     * of a statement is a second shorter than that of the socket. A cancelled statement leaves a connection that
     * can be used again.
     */
    public static String limited(String url, Duration wait) {
        long seconds = wait.toSeconds();
        return "%s%sconnectTimeout=%s&socketTimeout=%s&queryTimeout=%s"
                .formatted(url, url.contains("?") ? "&" : "?", seconds, seconds, seconds - 1);
    }

    /**
     * Returns the URL with a limit on the bytes of a result. Otherwise the driver would keep a result of any size
     * in memory.
     */
    private static String bounded(String url, long bytes) {
        return url + "&maxResultBuffer=" + bytes;
    }

    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /** Returns the longest wait for the database. */
    public Duration longestWait() {
        return wait;
    }

    /** Closes the idle connections, because after a fault all of them may be broken. */
    public void flush() {
        pool.flush(AgroalDataSource.FlushMode.IDLE);
    }

    @PreDestroy
    public void close() {
        pool.close();
    }
}
