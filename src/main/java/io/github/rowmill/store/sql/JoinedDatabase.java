package io.github.rowmill.store.sql;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;

/** The database as the caller's transaction sees it: on the one connection that this transaction has, whoever else uses it. */
@Singleton
public class JoinedDatabase {

    private final AgroalDataSource application;

    JoinedDatabase(AgroalDataSource application) {
        this.application = application;
    }

    /** Runs statements in the current transaction; without one, each is a transaction by itself. */
    public <T> T statement(Sql.Work<T> work) {
        return Sql.on(application::getConnection, work);
    }
}
