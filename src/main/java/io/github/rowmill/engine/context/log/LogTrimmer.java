package io.github.rowmill.engine.context.log;

import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes logs whose tasks are gone. */
@Singleton
public class LogTrimmer {

    private static final Duration PAUSE = Duration.ofHours(1);

    /** Rows of one short statement. */
    private static final int BATCH = 5_000;

    private final EngineDatabase database;
    private final NodeState node;

    LogTrimmer(EngineDatabase database, NodeState node, Loops loops) {
        this.database = database;
        this.node = node;
        loops.regular("log-trim", PAUSE, this::round);
    }

    /** Makes it, so that its loop is there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    private void round() {
        if (node.isOpen()) {
            trimOnce();
        }
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

    /** Deletes all that have no task; returns how many. */
    public int trimOnce() {
        int all = 0;
        int some;
        do {
            some = database.statement(sql -> sql.run(TRIM, BATCH));
            all += some;
        } while (some == BATCH);
        return all;
    }
}
