package io.github.rowmill.engine.recur.store;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Schedules for those who only look at them. */
@ApplicationScoped
public class ScheduleReader {

    private final ReadDatabase database;

    ScheduleReader(ReadDatabase database) {
        this.database = database;
    }

    /** Schedules in the order of their names, behind one; the empty text is before all. */
    public List<Schedule> page(String after, int limit) {
        return database.snapshot(sql -> sql.all(ScheduleColumns.LIST, ScheduleColumns::read, after, limit));
    }
}
