package io.github.rowmill.feature.context.log;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.ReadDatabase;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Reads and writes the rows of {@code rowmill_log}. */
@Singleton
public class AttemptLogs {

    private final JoinedDatabase joined;
    private final ReadDatabase read;

    AttemptLogs(JoinedDatabase joined, ReadDatabase read) {
        this.joined = joined;
        this.read = read;
    }

    // An attempt that was put off or given back does not count. The next attempt has the same number and replaces
    // its lines.
    private static final String KEEP = """
            insert into rowmill_log (task, attempt, lines)
            select t.id, ?, ?
              from rowmill_task t
             where t.id = ?
                on conflict (task, attempt)
                do update set lines = excluded.lines, written = excluded.written
            """;

    /** Stores the lines that an attempt logged. Does nothing if the task no longer exists. */
    void keep(long task, int attempt, String lines) {
        joined.statement(sql -> sql.run(KEEP, attempt, lines, task));
    }

    private static final String FIND = "select lines from rowmill_log where task = ? and attempt = ?";

    /**
     * Returns the lines that an attempt logged. Reads on a connection for displays.
     *
     * @return empty if nothing was stored for the attempt
     */
    public Optional<String> find(long task, int attempt) {
        return read.snapshot(sql -> sql.first(FIND, row -> row.getString("lines"), task, attempt));
    }
}
