package io.github.rowmill.engine.store;

import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.util.Collection;

/** Sets tasks aside that block others which may start. */
public final class Parking {

    /** Largest number of tasks to park, over all keys, if a claim cannot get past the tasks before it. */
    private static final int MAX_OTHERS = 500;

    private static final String PARK = """
            update rowmill_task
               set status = 'waiting',
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = any(?)
            """;

    private static final String PARK_OTHERS = """
            update rowmill_task
               set status = 'waiting',
                   last_updated = clock_timestamp(),
                   version = version + 1
             where id = any(array(
                       select o.id
                         from unnest(cast(? as text[])) as k (key)
                        cross join lateral (
                               select t.id
                                 from rowmill_task t
                                where t.queue = ?
                                  and t.status = 'queued'
                                  and t.key = k.key
                                  and t.key is not null
                                  and t.started is null
                                  and t.run_at <= now()
                                order by t.priority, t.run_at, t.id
                                limit ?
                                  for no key update skip locked) o
                        limit ?))
            """;

    private Parking() {}

    /** Sets aside these tasks, which the claim has locked. */
    public static int park(Sql sql, Collection<Long> ids) throws SQLException {
        return ids.isEmpty() ? 0 : sql.run(PARK, (Object) ids.toArray(Long[]::new));
    }

    /**
     * Sets aside tasks of these keys that the claim has not found, the same number of each key. If there are more
     * keys than tasks to park, the last keys are left to the next claim. The statement walks over the index
     * entries of tasks that were parked before, until the database can remove them.
     */
    public static int parkOthers(Sql sql, String queue, Collection<String> keys) throws SQLException {
        return keys.isEmpty()
                ? 0
                : sql.run(
                        PARK_OTHERS,
                        keys.toArray(String[]::new),
                        queue,
                        Math.max(1, MAX_OTHERS / keys.size()),
                        MAX_OTHERS);
    }
}
