package io.github.rowmill.feature.context.log;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.node.loop.Batches;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;

/** Deletes logs whose tasks have been deleted. */
@Singleton
public class LogTrimmer implements HourlyTrim {

    /** Largest number of rows in one short statement. */
    private static final int BATCH = 5_000;

    private final EngineDatabase database;

    LogTrimmer(EngineDatabase database) {
        this.database = database;
    }

    @Override
    public String name() {
        return "log-trim";
    }

    private static final String TRIM = """
            delete from rowmill_log l
             where (l.task, l.attempt) in (
                       select k.task, k.attempt
                         from rowmill_log k
                        where not exists (select 1 from rowmill_task t where t.id = k.task)
                        order by k.task, k.attempt
                        limit ?
                          for update of k skip locked)
            """;

    /** Deletes all logs without a task, and returns their number. */
    @Override
    public long trimOnce() {
        return Batches.writeAll(BATCH, limit -> database.statement(sql -> sql.run(TRIM, limit)));
    }
}
