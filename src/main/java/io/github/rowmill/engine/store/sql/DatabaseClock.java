package io.github.rowmill.engine.store.sql;

import jakarta.inject.Singleton;
import java.time.Instant;

/** What time the database has. */
@Singleton
public class DatabaseClock {

    private static final String NOW = "select clock_timestamp() as now";

    private final JoinedDatabase joined;

    DatabaseClock(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** At this moment, whatever the transaction takes for now. */
    public Instant now() {
        return joined.statement(sql -> sql.first(NOW, row -> Instants.read(row, "now")))
                .orElseThrow();
    }
}
