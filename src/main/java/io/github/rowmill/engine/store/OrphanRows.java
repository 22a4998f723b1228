package io.github.rowmill.engine.store;

import io.github.rowmill.db.EngineDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Deletes rows whose task or flow has been deleted. An index of their table begins with the id of that parent. Reads
 * the whole table by this index, slice by slice, so that no statement takes long in a large table.
 */
public final class OrphanRows {

    /** Largest number of parents that a statement reads. */
    private static final int PARENTS = 1_000;

    /** Largest number of rows that a statement deletes. */
    private static final int ROWS = 5_000;

    private static final String NEXT = """
            with recursive slice as (
                (select k.%2$s as parent, 1 as n
                   from %1$s k
                  where k.%2$s > ?
                  order by k.%2$s
                  limit 1)
                 union all
                select next.parent, slice.n + 1
                  from slice
                 cross join lateral (
                        select k.%2$s as parent
                          from %1$s k
                         where k.%2$s > slice.parent
                         order by k.%2$s
                         limit 1) next
                 where slice.n < ?),
            gone as (
                delete from %1$s d
                 where d.ctid in (
                           select k.ctid
                             from %1$s k
                            where k.%2$s in (
                                      select g.parent
                                        from slice g
                                       where not exists (select 1 from %3$s p where p.id = g.parent))
                            limit ?
                              for update of k skip locked)
                returning d.%2$s)
            select max(g.parent) as last, (select count(*) from gone) as deleted
              from slice g
            having count(*) > 0
            """;

    private final EngineDatabase database;
    private final String next;

    private OrphanRows(EngineDatabase database, String table, String column, String parents) {
        this.database = database;
        this.next = NEXT.formatted(table, column, parents);
    }

    /** Returns the rows of a table without their task. */
    public static OrphanRows ofTasks(EngineDatabase database, String table) {
        return new OrphanRows(database, table, "task", "rowmill_task");
    }

    /** Returns the rows of a table without their flow. */
    public static OrphanRows ofFlows(EngineDatabase database, String table) {
        return new OrphanRows(database, table, "flow", "rowmill_flow");
    }

    /**
     * A slice that was read.
     *
     * @param last the id of its last parent
     * @param deleted the number of rows that were deleted
     */
    private record Slice(long last, long deleted) {

        private static Slice read(ResultSet row) throws SQLException {
            return new Slice(row.getLong("last"), row.getLong("deleted"));
        }
    }

    /** Deletes all rows without a parent, but those that another transaction has locked. Returns their number. */
    public long delete() {
        long deleted = 0;
        long after = Long.MIN_VALUE;
        Optional<Slice> slice = slice(after);
        while (slice.isPresent()) {
            deleted += slice.get().deleted();
            boolean mayHaveMore = slice.get().deleted() == ROWS;
            after = mayHaveMore ? after : slice.get().last();
            slice = slice(after);
        }
        return deleted;
    }

    private Optional<Slice> slice(long after) {
        return database.statement(sql -> sql.byIndex().first(next, Slice::read, after, PARENTS, ROWS));
    }
}
