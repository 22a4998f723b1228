package io.github.rowmill.engine.read;

/**
 * Conditions of a search on {@code rowmill_task t}. The statement of a search consists only of these conditions,
 * and values are always parameters (decision 34).
 */
public enum Condition {
    ID("t.id = ?"),
    TYPE("t.type = ?"),
    QUEUE("t.queue = ?"),
    QUEUES("t.queue = any(?)"),
    TYPES("t.type = any(?)"),
    /** The task matches one of these pairs of a queue and a type. The empty text stands for any name. */
    PARTS("exists (select 1 from unnest(cast(? as text[]), cast(? as text[])) as p (queue, type)"
            + " where p.queue in ('', t.queue) and p.type in ('', t.type))"),
    STATUS("t.status = ?"),
    /**
     * The task is queued. The second half holds for all queued rows, and leads the planner to the two indexes that
     * contain them.
     */
    QUEUED("t.status = ? and (t.crashes < 2 or t.crashes >= 2)"),
    /**
     * The task waits for the turn of its key. The index contains rows with a key. A task that waits for the start of its
     * part of a flow has none yet.
     */
    WAITING("t.status = ? and t.key is not null"),
    /**
     * The task is queued after a failure. The second half is the condition of the index, which contains the status
     * of each row.
     */
    RETRYING("t.status = 'queued' and t.error is not null"),
    /** The task has a tag. The first half is the condition of the index. */
    TAG("t.tags <> '{}' and t.tags @> array[cast(? as text)]"),
    /**
     * The task has a key. The second half holds for all rows. It leads the planner to the index of ended rows, and
     * to those of the others.
     */
    KEY("t.key = ? and (t.finished is not null or t.status in ('queued', 'waiting') or t.status = 'executing')"),
    UNIQUE_KEY("t.unique_key = ?"),
    /** The task belongs to a flow. The rows of the parts lead to the tasks, because the column has no index. */
    FLOW("t.id in (select m.task from rowmill_part_task m where m.flow = ?)"),
    /** The task belongs to a part of this name, of any flow. */
    PART("t.flow is not null and exists (select 1 from rowmill_part p join rowmill_part_task m"
            + " on m.flow = p.flow and m.part = p.part and m.task = t.id where p.flow = t.flow and p.name = ?)"),
    /** The task waits for a signal. The column has no meaning in other states. The indexes are those of queued rows. */
    AWAITS("t.status = 'queued' and (t.crashes < 2 or t.crashes >= 2) and t.awaits = ?"),
    SCHEDULE("t.schedule = ?"),
    SOURCE("t.source = ?"),
    /** A node executes the task. The first half is the condition of the index. */
    NODE("t.status = 'executing' and t.operator_id = ?"),
    CREATED_BEFORE("t.created < " + Moment.SQL),
    CREATED_UNTIL("t.created <= " + Moment.SQL),
    CREATED_AFTER("t.created > " + Moment.SQL + Moment.BORN_SINCE),
    CREATED_SINCE("t.created >= " + Moment.SQL + Moment.BORN_SINCE),
    RUN_AT_BEFORE("t.run_at < " + Moment.SQL),
    RUN_AT_UNTIL("t.run_at <= " + Moment.SQL),
    RUN_AT_AFTER("t.run_at > " + Moment.SQL),
    RUN_AT_SINCE("t.run_at >= " + Moment.SQL),
    STARTED_BEFORE("t.started < " + Moment.SQL),
    STARTED_UNTIL("t.started <= " + Moment.SQL),
    STARTED_AFTER("t.started > " + Moment.SQL),
    STARTED_SINCE("t.started >= " + Moment.SQL),
    FINISHED_BEFORE(Moment.ENDED + "t.finished < " + Moment.SQL),
    FINISHED_UNTIL(Moment.ENDED + "t.finished <= " + Moment.SQL),
    FINISHED_AFTER(Moment.ENDED + "t.finished > " + Moment.SQL),
    FINISHED_SINCE(Moment.ENDED + "t.finished >= " + Moment.SQL),
    /** The task's error matches a pattern. The first half is the condition of the index. */
    ERROR("t.error is not null and t.error ilike ?"),
    /** Any attempt of the task, not only the last one, failed this way. */
    FAILURE("exists (select 1 from rowmill_attempt a where a.signature = ? and a.task = t.id)"),
    PAYLOAD("t.details @> cast(? as jsonb)"),
    PAYLOAD_EITHER("t.details @> cast(? as jsonb) or t.details @> cast(? as jsonb)");

    private final String sql;

    Condition(String sql) {
        this.sql = sql;
    }

    boolean isOfPayloads() {
        return this == PAYLOAD || this == PAYLOAD_EITHER;
    }

    /** Returns the number of values that the condition takes. */
    public int parameters() {
        return (int) sql.chars().filter(c -> c == '?').count();
    }

    String sql() {
        return sql;
    }

    private static final class Moment {

        /** A moment, or if that is null, a number of seconds before the database's current time. */
        static final String SQL = "coalesce(cast(? as timestamptz), now() - make_interval(secs => cast(? as float8)))";

        /**
         * Ids are assigned in the order of time. So a task that was created since a moment has a higher id than
         * all tasks that had completed by then. A scan down the ids may end there. A row that was inserted as
         * completed long ago does not count, because it was updated just now.
         */
        static final String BORN_SINCE = " and t.id > coalesce((select f.id from (select " + SQL + """
                 as moment) since, rowmill_task f
                                       where f.status = 'completed'
                                         and f.finished <= since.moment
                                         and f.last_updated <= since.moment
                                       order by f.finished desc
                                       limit 1), 0)""";

        /** Condition that holds for all finished rows, and leads the planner to their index. */
        static final String ENDED = "t.status in ('completed', 'dead', 'cancelled') and ";
    }
}
