package io.github.rowmill.engine.rule;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.engine.store.sql.Page;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads rules for those who look, on their connections: also while handlers hold all of the application's. */
@Singleton
public class RuleReader {

    /** Queues of the first page. */
    private static final int MAX = 1_000;

    private final ReadDatabase database;

    RuleReader(ReadDatabase database) {
        this.database = database;
    }

    /** Queues that have rules in the order of their names, behind one; only some of them if {@code queues} is given. */
    public Page<Ruled> page(String after, @Nullable Set<String> queues, int limit) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        return database.snapshot(sql -> RuleRows.page(sql, after, only, limit));
    }

    private static final String COUNT = """
            select count(*) from (select 1 from rowmill_queue limit ?) some
            """;

    /** Whether {@code count} queues have rules, or more. */
    public boolean hasAtLeast(int count) {
        return database.statement(
                sql -> sql.first(COUNT, row -> row.getInt(1) == count, count).orElseThrow());
    }

    /** The first queues that have rules; only some of them if {@code queues} is given. */
    public Page<Ruled> first(@Nullable Set<String> queues) {
        return page("", queues, MAX);
    }
}
