package io.github.rowmill.db;

import jakarta.inject.Singleton;
import java.time.Instant;

/** The clock of the database, for readers. Ages are computed by the database's clock alone. */
@Singleton
public class ReadClock {

    private static final String NOW = "select clock_timestamp() as now";

    private final ReadDatabase database;

    ReadClock(ReadDatabase database) {
        this.database = database;
    }

    /** Returns the current time. */
    public Instant now() {
        return database.snapshot(sql -> sql.first(NOW, row -> Instants.read(row, "now")))
                .orElseThrow();
    }
}
