package io.github.rowmill.feature.rule;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.ReadDatabase;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads rules for pages and the API, on the connections for reading. So it works even while handlers hold all
 * connections of the application.
 */
@Singleton
public class RuleReader {

    /** Largest number of queues on the first page. */
    private static final int MAX = 1_000;

    private final ReadDatabase database;

    RuleReader(ReadDatabase database) {
        this.database = database;
    }

    /**
     * Returns a page of queues that have rules, in the order of their names, starting after {@code after}.
     *
     * @param queues the queues to include; null for all
     */
    public Page<Ruled> page(String after, @Nullable Set<String> queues, int limit) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        return database.snapshot(sql -> RuleRows.page(sql, after, only, limit));
    }

    private static final String COUNT = """
            select count(*) from (select 1 from rowmill_queue limit ?) ruled
            """;

    /** Returns whether at least {@code count} queues have rules. */
    public boolean hasAtLeast(int count) {
        return database.statement(
                sql -> sql.first(COUNT, row -> row.getInt(1) == count, count).orElseThrow());
    }

    /**
     * Returns the first page of queues that have rules.
     *
     * @param queues the queues to include; null for all
     */
    public Page<Ruled> first(@Nullable Set<String> queues) {
        return page("", queues, MAX);
    }
}
