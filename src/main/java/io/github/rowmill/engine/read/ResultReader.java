package io.github.rowmill.engine.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.ReadDatabase;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Reads results for display. */
@Singleton
public class ResultReader {

    /** Bytes of a result that are shown, even if handlers may only return smaller ones. */
    private static final long MAX = 1_048_576;

    private final ReadDatabase database;
    private final long max;

    ResultReader(ReadDatabase database, RowmillConfig config) {
        this.database = database;
        this.max = Math.max(MAX, config.result().maxSize().asLongValue() * 2);
    }

    // An encrypted result is a third larger than the result.
    private static final String FIND = """
            select cast(t.result as text) as result
              from rowmill_task t
             where t.id = ?
               and t.result is not null
               and pg_column_size(t.result) <= ?
               and octet_length(cast(t.result as text)) <= ?
            """;

    /**
     * Returns the result of a task, as it is stored.
     *
     * @return empty if the task has none, or if it is too large to be shown
     */
    public Optional<String> find(long id) {
        return database.snapshot(sql -> sql.first(FIND, row -> row.getString("result"), id, max, max));
    }
}
