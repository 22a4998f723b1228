package io.github.rowmill.feature.context.log;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.OrphanRows;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;

/** Deletes logs whose tasks have been deleted. */
@Singleton
public class LogTrimmer implements HourlyTrim {

    private final OrphanRows logs;

    LogTrimmer(EngineDatabase database) {
        this.logs = OrphanRows.ofTasks(database, "rowmill_log");
    }

    @Override
    public String name() {
        return "log-trim";
    }

    /** Deletes all logs without a task, and returns their number. */
    @Override
    public long trimOnce() {
        return logs.delete();
    }
}
