package io.github.rowmill.engine.read;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a search on {@code rowmill_task t}. The statement of a search consists only of these conditions,
 * and values are always parameters (decision 34).
 */
public enum Condition {
    // The fields of queries, in the order in which messages list them.
    ID(Kind.NUMBER),
    TYPE(Kind.NAME),
    STATUS(Kind.STATE),
    QUEUE(Kind.NAME),
    /** The task has a tag. The first half is the condition of the index. */
    TAG(Kind.NAME, "t.tags <> '{}' and t.tags @> array[cast(? as text)]"),
    /**
     * The task has a key. The second half holds for all rows. It leads the planner to the index of ended rows, and
     * to those of the others.
     */
    KEY(
            Kind.NAME,
            "t.key = ? and (t.finished is not null or t.status in ('queued', 'waiting') or t.status = 'executing')"),
    UNIQUE_KEY(Kind.NAME),
    SCHEDULE(Kind.NAME),
    /** The task belongs to a flow. The rows of the parts lead to the tasks, because the column has no index. */
    FLOW(Kind.NUMBER, "t.id in (select m.task from rowmill_part_task m where m.flow = ?)"),
    /** The task belongs to a part of this name, of any flow. */
    PART(
            Kind.NAME,
            "t.flow is not null and exists (select 1 from rowmill_part p join rowmill_part_task m"
                    + " on m.flow = p.flow and m.part = p.part and m.task = t.id where p.flow = t.flow and p.name = ?)"),
    /** The task waits for a signal. The column has no meaning in other states. The indexes are those of queued rows. */
    AWAITS(Kind.NAME, "t.status = 'queued' and (t.crashes < 2 or t.crashes >= 2) and t.awaits = ?"),
    SOURCE(Kind.NAME),
    /** A node executes the task. The first half is the condition of the index. */
    NODE(Kind.NAME, "t.status = 'executing' and t.operator_id = ?"),
    CREATED_BEFORE("created", Operator.BEFORE, "t.created < " + Moment.SQL),
    CREATED_UNTIL("created", Operator.UNTIL, "t.created <= " + Moment.SQL),
    CREATED_AFTER("created", Operator.AFTER, "t.created > " + Moment.SQL + Moment.BORN_SINCE),
    CREATED_SINCE("created", Operator.SINCE, "t.created >= " + Moment.SQL + Moment.BORN_SINCE),
    RUN_AT_BEFORE("run-at", Operator.BEFORE, "t.run_at < " + Moment.SQL),
    RUN_AT_UNTIL("run-at", Operator.UNTIL, "t.run_at <= " + Moment.SQL),
    RUN_AT_AFTER("run-at", Operator.AFTER, "t.run_at > " + Moment.SQL),
    RUN_AT_SINCE("run-at", Operator.SINCE, "t.run_at >= " + Moment.SQL),
    STARTED_BEFORE("started", Operator.BEFORE, "t.started < " + Moment.SQL),
    STARTED_UNTIL("started", Operator.UNTIL, "t.started <= " + Moment.SQL),
    STARTED_AFTER("started", Operator.AFTER, "t.started > " + Moment.SQL),
    STARTED_SINCE("started", Operator.SINCE, "t.started >= " + Moment.SQL),
    FINISHED_BEFORE("finished", Operator.BEFORE, Moment.ENDED + "t.finished < " + Moment.SQL),
    FINISHED_UNTIL("finished", Operator.UNTIL, Moment.ENDED + "t.finished <= " + Moment.SQL),
    FINISHED_AFTER("finished", Operator.AFTER, Moment.ENDED + "t.finished > " + Moment.SQL),
    FINISHED_SINCE("finished", Operator.SINCE, Moment.ENDED + "t.finished >= " + Moment.SQL),
    /** The task's error matches a pattern. The first half is the condition of the index. */
    ERROR(Kind.PATTERN, "t.error is not null and t.error ilike ?"),
    /** Any attempt of the task, not only the last one, failed this way. */
    FAILURE(Kind.NAME, "exists (select 1 from rowmill_attempt a where a.signature = ? and a.task = t.id)"),
    PAYLOAD(Kind.JSON, "t.details @> cast(? as jsonb)"),

    // Conditions that no query names.
    PAYLOAD_EITHER("t.details @> cast(? as jsonb) or t.details @> cast(? as jsonb)"),
    QUEUES("t.queue = any(?)"),
    TYPES("t.type = any(?)"),
    /** The task matches one of these pairs of a queue and a type. The empty text stands for any name. */
    PARTS("exists (select 1 from unnest(cast(? as text[]), cast(? as text[])) as p (queue, type)"
            + " where p.queue in ('', t.queue) and p.type in ('', t.type))"),
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
    RETRYING("t.status = 'queued' and t.error is not null");

    /** Kind of the values that a field is compared with. */
    public enum Kind {
        NUMBER,
        NAME,
        STATE,
        MOMENT,
        /** A part of a text. */
        PATTERN,
        JSON
    }

    /** The field of queries that this is a condition of, and how it is compared. */
    public record Comparison(String field, Kind kind, Operator operator) {}

    private final @Nullable Comparison comparison;
    private final String sql;

    /** Compares the column of the same name. */
    Condition(Kind kind) {
        this.comparison = named(name(), kind);
        this.sql = "t." + name().toLowerCase(Locale.ROOT) + " = ?";
    }

    Condition(Kind kind, String sql) {
        this.comparison = named(name(), kind);
        this.sql = sql;
    }

    Condition(String field, Operator operator, String sql) {
        this.comparison = new Comparison(field, Kind.MOMENT, operator);
        this.sql = sql;
    }

    Condition(String sql) {
        this.comparison = null;
        this.sql = sql;
    }

    private static Comparison named(String constant, Kind kind) {
        return new Comparison(constant.toLowerCase(Locale.ROOT).replace('_', '-'), kind, Operator.IS);
    }

    /** {@return the field of queries and its comparison, or null if no query names this condition} */
    public @Nullable Comparison comparison() {
        return comparison;
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
