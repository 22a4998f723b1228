package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.node.loop.Batches;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;

/** Deletes steps and signals whose tasks have been deleted. */
@Singleton
public class StepTrimmer implements HourlyTrim {

    /** Largest number of rows in one short statement. */
    private static final int BATCH = 5_000;

    private final EngineDatabase database;

    StepTrimmer(EngineDatabase database) {
        this.database = database;
    }

    @Override
    public String name() {
        return "step-trim";
    }

    private static final String TRIM_STEPS = """
            delete from rowmill_step s
             where (s.task, s.name) in (
                       select k.task, k.name
                         from rowmill_step k
                        where not exists (select 1 from rowmill_task t where t.id = k.task)
                        order by k.task, k.name
                        limit ?
                          for update of k skip locked)
            """;

    private static final String TRIM_SIGNALS = """
            delete from rowmill_signal s
             where s.id in (
                       select k.id
                         from rowmill_signal k
                        where not exists (select 1 from rowmill_task t where t.id = k.task)
                        order by k.id
                        limit ?
                          for update of k skip locked)
            """;

    /** Deletes all steps and signals without a task, and returns their number. */
    @Override
    public long trimOnce() {
        return trim(TRIM_STEPS) + trim(TRIM_SIGNALS);
    }

    private long trim(String statement) {
        return Batches.writeAll(BATCH, limit -> database.statement(sql -> sql.run(statement, limit)));
    }
}
