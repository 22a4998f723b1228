package io.github.rowmill.engine.context.log;

import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.engine.store.sql.JoinedDatabase;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code rowmill_log}. */
@Singleton
public class AttemptLogs {

    private final JoinedDatabase joined;
    private final ReadDatabase read;

    AttemptLogs(JoinedDatabase joined, ReadDatabase read) {
        this.joined = joined;
        this.read = read;
    }

    // An attempt that was put off or given back does not count, and the next one has its number.
    private static final String KEEP = """
            insert into rowmill_log (task, attempt, lines)
            select t.id, ?, ?
              from rowmill_task t
             where t.id = ?
                on conflict (task, attempt)
                do update set lines = excluded.lines, written = excluded.written
            """;

    /** Keeps what an attempt logged; of a task that is gone, there is nothing to keep. */
    void keep(long task, int attempt, String lines) {
        joined.statement(sql -> sql.run(KEEP, attempt, lines, task));
    }

    private static final String FIND = "select lines from rowmill_log where task = ? and attempt = ?";

    /** What an attempt logged; empty: nothing was kept of it. For those who look, on their connections. */
    public Optional<String> find(long task, int attempt) {
        return read.snapshot(sql -> sql.first(FIND, row -> row.getString("lines"), task, attempt));
    }
}
