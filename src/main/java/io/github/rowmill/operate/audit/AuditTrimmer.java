package io.github.rowmill.operate.audit;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.engine.store.sql.Seconds;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes entries of the audit after their retention. */
@Singleton
public class AuditTrimmer {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final EngineDatabase database;
    private final NodeState node;
    private final Duration retention;

    AuditTrimmer(EngineDatabase database, NodeState node, RowmillConfig config, Loops loops) {
        this.database = database;
        this.node = node;
        this.retention = config.retention().audit();
        loops.regular("audit-trim", PAUSE, this::round);
    }

    /** Makes it, so that its loop is there when the node starts. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    private void round() {
        if (node.isOpen()) {
            trimOnce();
        }
    }

    private static final String TRIM = """
            select rowmill_audit_trim(make_interval(secs => ?))
            """;

    /** Deletes what is past its retention; returns how many. The table keeps a week, whatever it is told. */
    public long trimOnce() {
        double seconds = Seconds.of(retention);
        return database.statement(
                sql -> sql.first(TRIM, row -> row.getLong(1), seconds).orElseThrow());
    }
}
