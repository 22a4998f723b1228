package io.github.rowmill.engine.read;

import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.util.List;

/** The statements of a search. Each has a head, the filter's conditions, and a tail. */
final class TaskSearch {

    /** Limit of counting. Without it, the duration would grow with the table. */
    private static final int MAX_COUNTED = 10_000;

    /** Ids that are searched for the newest tasks, which takes some 10 ms. */
    private static final int LOOKED_AT = 20_000;

    private static final String FIND = """
            select t.id
              from rowmill_task t
             where true
            """;

    private static final String NEWEST_FIRST = """
               and t.id < ?
             order by t.id desc
             limit ?
            """;

    private static final String LAST = """
            select coalesce(max(id), 0), set_config('plan_cache_mode', 'force_custom_plan', true)
              from rowmill_task
            """;

    private static final String NEWER = """
               and t.id > ?
             order by t.id desc
             limit ?
            """;

    private static final String COUNT = """
            select count(*)
              from (select 1
              from rowmill_task t
             where true
            """;

    private static final String UP_TO = """
             limit ?) counted
            """;

    private TaskSearch() {}

    /** Returns the ids of a page. */
    static List<Long> page(Sql sql, TaskFilter filter, int limit) throws SQLException {
        long below = filter.after() == null ? Long.MAX_VALUE : filter.after();
        return sql.all(
                FIND + filter.conditions() + NEWEST_FIRST, row -> row.getLong("id"), filter.parameters(below, limit));
    }

    /**
     * Returns the highest matching ids among those of the last {@link #LOOKED_AT} tasks, by a scan of the primary
     * key. The duration does not depend on the filter, so a caller may do this every second.
     */
    static List<Long> newest(Sql sql, TaskFilter filter, int limit) throws SQLException {
        long last = sql.first(LAST, row -> row.getLong(1)).orElseThrow();
        return sql.all(
                FIND + filter.conditions() + NEWER,
                row -> row.getLong("id"),
                filter.parameters(last - LOOKED_AT, limit));
    }

    /**
     * Counts exactly up to {@link #MAX_COUNTED} tasks. Beyond that, returns the planner's estimate or a lower
     * bound.
     */
    static Count count(Sql sql, TaskFilter filter) throws SQLException {
        long counted = sql.first(
                        COUNT + filter.conditions() + UP_TO, row -> row.getLong(1), filter.parameters(MAX_COUNTED))
                .orElseThrow();
        Count count = Count.upTo(MAX_COUNTED, counted);
        return count.isExact()
                ? count
                : count.orEstimated(Estimates.of(sql, FIND + filter.conditions(), filter.parameters()));
    }
}
