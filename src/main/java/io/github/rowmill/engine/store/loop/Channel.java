package io.github.rowmill.engine.store.loop;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.sql.Sql;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.hibernate.exception.JDBCConnectionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Listens for notifications, on a connection that nobody else uses and whose waits have a limit. For one thread. */
@Singleton
public class Channel {

    /** One that is met by chance, as while other loops begin their work, is not likely to be met so often. */
    private static final int LOOKS = 10;

    private static final String FACTORY = "socketFactory";

    private final AgroalDataSource pool;
    private final EngineDatabase loops;
    private final Notifications sent;
    private @Nullable Connection connection;

    Channel(AgroalDataSource application, RowmillConfig config, EngineDatabase loops, Notifications sent) {
        this.loops = loops;
        this.sent = sent;
        Duration wait = EnginePool.longestWait(config.lease());
        UnaryOperator<String> url = given -> limited(given, wait) + sockets(application);
        this.pool = new DataSource(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(EnginePool.like(application, url, "rowmill-listener")
                        .transactionIntegration(TransactionIntegration.none())
                        .transactionRequirement(TransactionRequirement.OFF)
                        .flushOnClose()
                        .leakTimeout(Duration.ZERO)
                        .maxLifetime(Duration.ZERO)
                        .acquisitionTimeout(wait.multipliedBy(2))
                        .maxSize(1)) // connecting and the answer to it each have their limit
                .get());
    }

    /** Without the driver's own limit on statements, whose cancel would be a wait more before a dead connection is given up. */
    private static String limited(String url, Duration wait) {
        return EnginePool.limited(url, wait) + "&queryTimeout=0";
    }

    /** Sockets that hear at once: not in the place of those that the application chose, nor where the driver's class loader does not know ours. */
    private static String sockets(AgroalDataSource application) {
        var driver =
                application.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        boolean chosen =
                driver.jdbcUrl().contains(FACTORY) || driver.jdbcProperties().containsKey(FACTORY);
        return chosen || !ListenerSockets.isKnownTo(PGConnection.class.getClassLoader())
                ? ""
                : "&" + FACTORY + "=" + ListenerSockets.NAME;
    }

    /** Connects and listens; false: a pooler shares sessions out by transaction, and nothing would ever be heard. */
    public boolean listen() {
        try {
            Connection made = pool.getConnection();
            connection = made;
            if (isShared(made)) {
                return false;
            }
            new Sql(made).run("listen rowmill");
            return true;
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    /**
     * Whether this connection's backend is lent to others: whoever stands between gives a backend's number of its own
     * making, and while another connection holds a transaction open, both have the same backend or ours has changed. A
     * pooler with many backends may give the other one none of ours by chance: it is asked more than once.
     */
    private boolean isShared(Connection made) throws SQLException {
        boolean shared = false;
        if (number(made, BACKEND) != new Sql(made).backend()) {
            for (int looks = 0; looks < LOOKS && !shared; looks++) {
                shared = isSharedNow(made);
            }
        }
        return shared;
    }

    private boolean isSharedNow(Connection made) throws SQLException {
        int backend = number(made, BACKEND);
        return loops.<Boolean>transaction(session -> session.doReturningWork(
                other -> number(other, BACKEND) == backend || number(made, BACKEND) != backend));
    }

    private static final String BACKEND = """
            select pg_backend_pid()
            """;

    private static final String LISTENS = """
            select count(*)
              from pg_listening_channels() channel
             where channel = 'rowmill'
            """;

    /**
     * Hands on the queues that others name, as soon as one does. After a silence it asks the server whether the session
     * still listens, and returns false if not.
     */
    public boolean hear(Duration silence, Consumer<String> queues) {
        Connection current = connection;
        if (current == null) {
            return false;
        }
        try {
            PGNotification[] heard = current.unwrap(PGConnection.class).getNotifications((int) silence.toMillis());
            for (PGNotification notification : heard) {
                if (!sent.isOwn(notification.getPID())) {
                    queues.accept(notification.getParameter());
                }
            }
            return heard.length > 0 || number(current, LISTENS) == 1;
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    private static int number(Connection connection, String sql) throws SQLException {
        return new Sql(connection).first(sql, row -> row.getInt(1)).orElseThrow();
    }

    private static JDBCConnectionException unreachable(SQLException cause) {
        return new JDBCConnectionException("the database cannot be listened to", cause);
    }

    /** Gives the connection up. */
    public void close() {
        Connection current = connection;
        connection = null;
        try {
            if (current != null) {
                current.close();
            }
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    @PreDestroy
    void stop() {
        pool.close();
    }
}
