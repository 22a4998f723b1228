package io.github.rowmill.engine.wake;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.EnginePool;
import io.github.rowmill.db.Sql;
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

/** Listens for notifications, on a connection of its own whose waits have a limit. For use by a single thread. */
@Singleton
public class Channel {

    /**
     * Number of checks for a shared session. A single check may miss it by chance, for example while other loops
     * start. That is unlikely for all of them.
     */
    private static final int LOOKS = 10;

    private static final String ENDED = "rowmill_ended";

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
                        .maxSize(1)) // connecting and the first answer have a limit each
                .get());
    }

    /**
     * Returns the URL with limits, except the driver's own limit on statements. Its cancel request would be one
     * more wait before a dead connection is given up.
     */
    private static String limited(String url, Duration wait) {
        return EnginePool.limited(url, wait) + "&queryTimeout=0";
    }

    /**
     * Returns the URL parameter for sockets that pass on notifications at once. It is empty if the application
     * chose its own sockets, or if the driver's class loader cannot load these.
     */
    private static String sockets(AgroalDataSource application) {
        var driver =
                application.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        boolean chosen =
                driver.jdbcUrl().contains(FACTORY) || driver.jdbcProperties().containsKey(FACTORY);
        return chosen || !ListenerSockets.isKnownTo(PGConnection.class.getClassLoader())
                ? ""
                : "&" + FACTORY + "=" + ListenerSockets.NAME;
    }

    /**
     * Connects and listens. Returns false if a pooler shares sessions between transactions, so that no
     * notification would arrive.
     */
    public boolean listen() {
        try {
            Connection made = pool.getConnection();
            connection = made;
            if (isShared(made)) {
                return false;
            }
            new Sql(made).run("listen rowmill");
            new Sql(made).run("listen " + ENDED);
            return true;
        } catch (SQLException e) {
            throw unreachable(e);
        }
    }

    /**
     * Returns whether a pooler lends this connection's backend to others. A pooler reports a backend number of its
     * own. While another connection has an open transaction, both connections then have the same backend, or the
     * backend of this one has changed. A pooler with many backends may by chance use another backend, so the check
     * is repeated.
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
     * Passes on the queues and the ended tasks that other nodes name, as soon as a notification arrives. After a
     * silence it checks whether the session still listens.
     *
     * @return false if the session does not listen
     */
    public boolean hear(Duration silence, Consumer<String> queues, Consumer<String> ended) {
        Connection current = connection;
        if (current == null) {
            return false;
        }
        try {
            PGNotification[] heard = current.unwrap(PGConnection.class).getNotifications((int) silence.toMillis());
            for (PGNotification notification : heard) {
                if (!sent.isOwn(notification.getPID())) {
                    (ENDED.equals(notification.getName()) ? ended : queues).accept(notification.getParameter());
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

    /** Closes the connection. */
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
