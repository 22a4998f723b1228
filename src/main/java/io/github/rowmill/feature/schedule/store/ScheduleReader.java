package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.ReadDatabase;
import jakarta.enterprise.context.ApplicationScoped;

/** Reads schedules for pages and the API, on the connections for reading. */
@ApplicationScoped
public class ScheduleReader {

    private final ReadDatabase database;

    ScheduleReader(ReadDatabase database) {
        this.database = database;
    }

    /**
     * Returns a page of schedules in the order of their names, starting after {@code after}. The empty text comes
     * before all names.
     */
    public Page<Schedule> page(String after, int limit) {
        return database.snapshot(sql ->
                sql.page(limit, ScheduleReader::bytes, ScheduleColumns.LIST, ScheduleColumns::read, after, limit + 1));
    }

    private static long bytes(Schedule schedule) {
        return Page.bytes(schedule.payload(), schedule.error());
    }
}
