package io.github.rowmill.engine.store.read;

/**
 * What can be asked of a task, each as a condition on {@code rowmill_task t}. A search's statement is made of these and of
 * nothing else, and values are always parameters (decision 34).
 */
public enum Condition {
    ID("t.id = ?"),
    TYPE("t.type = ?"),
    QUEUE("t.queue = ?"),
    QUEUES("t.queue = any(?)"),
    TYPES("t.type = any(?)"),
    /** One of these pairs of a queue and a type; the empty text stands for any. */
    PARTS("exists (select 1 from unnest(cast(? as text[]), cast(? as text[])) as p (queue, type)"
            + " where p.queue in ('', t.queue) and p.type in ('', t.type))"),
    STATUS("t.status = ?"),
    /** Of queued rows: says what holds of each, so that the planner finds the two indexes that hold them. */
    QUEUED("t.status = ? and (t.crashes < 2 or t.crashes >= 2)"),
    /** Of waiting rows: each has a key, and the index holds those that have one. */
    WAITING("t.status = ? and t.key is not null"),
    /** Queued after a failure: the second half is what the index asks for, which has the state of each. */
    RETRYING("t.status = 'queued' and t.error is not null"),
    /** The first half is what the index asks for. */
    TAG("t.tags <> '{}' and t.tags @> array[cast(? as text)]"),
    /** The second half holds of each: it leads to the index of those that have ended, and to those of the others. */
    KEY("t.key = ? and (t.finished is not null or t.status in ('queued', 'waiting') or t.status = 'executing')"),
    UNIQUE_KEY("t.unique_key = ?"),
    SCHEDULE("t.schedule = ?"),
    SOURCE("t.source = ?"),
    /** The first half is what the index asks for. */
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
    /** The first half is what the index asks for. */
    ERROR("t.error is not null and t.error ilike ?"),
    /** Of an attempt of it, not only the last one. */
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

    /** How many values it takes. */
    public int parameters() {
        return (int) sql.chars().filter(c -> c == '?').count();
    }

    String sql() {
        return sql;
    }

    private static final class Moment {

        /** A moment, or if that is null so many seconds before the database's. */
        static final String SQL = "coalesce(cast(? as timestamptz), now() - make_interval(secs => cast(? as float8)))";

        /**
         * Ids are given in the order of time, so what was created since has a higher one than whatever had completed by then:
         * a walk down the ids may end there. A row that somebody inserted as completed long ago was updated just now.
         */
        static final String BORN_SINCE = " and t.id > coalesce((select f.id from (select " + SQL + """
                 as moment) since, rowmill_task f
                                       where f.status = 'completed'
                                         and f.finished <= since.moment
                                         and f.last_updated <= since.moment
                                       order by f.finished desc
                                       limit 1), 0)""";

        /** Holds of all that have finished, and leads to the index of those. */
        static final String ENDED = "t.status in ('completed', 'dead', 'cancelled') and ";
    }
}
