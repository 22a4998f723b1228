package io.github.rowmill.db;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.jdbc.PgConnection;

/**
 * The database within the caller's transaction. Statements run on the single connection of this transaction, which
 * the application uses too.
 */
@Singleton
public class JoinedDatabase {

    private final AgroalDataSource application;

    JoinedDatabase(AgroalDataSource application) {
        this.application = application;
    }

    /** Runs statements in the current transaction; without one, each is a transaction by itself. */
    public <T> T statement(Sql.Work<T> work) {
        return Sql.on(this::connection, work);
    }

    /**
     * Closes the connection of the current transaction, which must be marked for rollback. It does so also if another
     * thread waits for a statement there.
     */
    public void closeConnection() {
        try (Connection connection = application.getConnection()) {
            connection.unwrap(PgConnection.class).abort(Runnable::run);
        } catch (SQLException e) {
            throw Sql.failure(e);
        }
    }

    /**
     * Returns the connection. An exception without an SQL state comes from the pool: no connection became free in
     * time, or the transaction may not have a second resource.
     */
    private Connection connection() throws SQLException {
        try {
            return application.getConnection();
        } catch (SQLException e) {
            if (e.getSQLState() != null) {
                throw e;
            }
            throw new SQLException(
                    "the datasource gives this transaction no connection, %s; if the transaction uses another datasource too, set quarkus.datasource.jdbc.transactions=xa for both"
                            .formatted(e.getMessage()),
                    e);
        }
    }
}
