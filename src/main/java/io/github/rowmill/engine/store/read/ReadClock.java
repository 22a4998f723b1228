package io.github.rowmill.engine.store.read;

import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.engine.store.sql.Instants;
import jakarta.inject.Singleton;
import java.time.Instant;

/** What time the database has, for those who look: how long ago something was is told by its clock alone. */
@Singleton
public class ReadClock {

    private static final String NOW = "select clock_timestamp() as now";

    private final ReadDatabase database;

    ReadClock(ReadDatabase database) {
        this.database = database;
    }

    /** At this moment. */
    public Instant now() {
        return database.snapshot(sql -> sql.first(NOW, row -> Instants.read(row, "now")))
                .orElseThrow();
    }
}
