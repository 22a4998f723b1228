package io.github.rowmill.db;

import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Instant;

/** The clock of the database. */
@Singleton
public class DatabaseClock {

    private static final String NOW = "select clock_timestamp() as now";

    private final JoinedDatabase joined;

    DatabaseClock(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** Returns the current time, independent of the start of the transaction. */
    public Instant now() {
        return joined.statement(DatabaseClock::read);
    }

    /** Reads the current time on a connection. */
    public static Instant read(Sql sql) throws SQLException {
        return sql.first(NOW, row -> Instants.read(row, "now")).orElseThrow();
    }
}
