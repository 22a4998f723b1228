package io.github.rowmill.operate.audit;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes entries of the audit after their retention. */
@Singleton
public class AuditTrimmer implements HourlyTrim {

    private final EngineDatabase database;
    private final Duration retention;

    AuditTrimmer(EngineDatabase database, RowmillConfig config) {
        this.database = database;
        this.retention = config.retention().audit();
    }

    @Override
    public String name() {
        return "audit-trim";
    }

    private static final String TRIM = """
            select rowmill_audit_trim(make_interval(secs => ?))
            """;

    /**
     * Deletes the entries that are past their retention, and returns their number. The database keeps entries for
     * at least a week, even if the retention is shorter.
     */
    @Override
    public long trimOnce() {
        double seconds = Seconds.of(retention);
        return database.statement(
                sql -> sql.first(TRIM, row -> row.getLong(1), seconds).orElseThrow());
    }
}
