package io.github.rowmill.store.sql;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.JDBCException;

/** The database as the caller's transaction sees it: on the one connection that this transaction has, whoever else uses it. */
@Singleton
public class JoinedDatabase {

    private final AgroalDataSource application;

    JoinedDatabase(AgroalDataSource application) {
        this.application = application;
    }

    /** Runs statements in the current transaction; without one, each is a transaction by itself. */
    public <T> T statement(Sql.Work<T> work) {
        try (Connection connection = application.getConnection()) {
            return work.on(new Sql(connection));
        } catch (SQLException e) {
            throw new JDBCException("the database refuses, or cannot be reached", e);
        }
    }
}
