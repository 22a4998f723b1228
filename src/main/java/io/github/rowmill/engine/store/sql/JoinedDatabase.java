package io.github.rowmill.engine.store.sql;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/** The database as the caller's transaction sees it: on the one connection that this transaction has, whoever else uses it. */
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

    /** What has no state comes from the pool: it waited in vain, or the transaction may hold no second resource. */
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
