package io.github.rowmill.feature.flow.store;

import io.github.rowmill.api.Flow;
import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.sql.JDBCType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes flows for users and code, in the caller's transaction. */
@ApplicationScoped
@Transactional(TxType.MANDATORY)
public class FlowRows {

    /** Rows of one statement. They are short. */
    private static final int ROWS_PER_STATEMENT = 10_000;

    private final JoinedDatabase joined;

    FlowRows(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String CREATE = """
            insert into rowmill_flow (name, unique_key, on_failure, source, owner)
            values (?, ?, ?, ?, ?)
                on conflict (name, unique_key) where unique_key is not null and finished is null do nothing
            returning id
            """;

    /**
     * Inserts a flow. Returns empty if another flow has its unique key.
     *
     * @param owner the task whose step enqueues it; null for none
     */
    public Optional<Long> create(Flow flow, @Nullable Long owner) {
        return joined.statement(sql -> sql.first(
                CREATE,
                row -> row.getLong(1),
                flow.name(),
                flow.uniqueKey(),
                flow.failure().name().toLowerCase(Locale.ROOT),
                flow.source(),
                owner == null ? JDBCType.BIGINT : owner));
    }

    private static final String HOLDER = """
            select f.id
              from rowmill_flow f
             where f.name = ?
               and f.unique_key = ?
               and f.finished is null
            """;

    /** Returns the flow that has a unique key. */
    public Optional<Long> holder(String name, @Nullable String uniqueKey) {
        return joined.statement(sql -> sql.first(HOLDER, row -> row.getLong(1), name, uniqueKey));
    }

    private static final String DELETE = """
            delete from rowmill_flow where id = ?
            """;

    /** Deletes a flow that this transaction has created. */
    public void delete(long id) {
        joined.statement(sql -> sql.run(DELETE, id));
    }

    private static final String INSERT_PARTS = """
            insert into rowmill_part (flow, part, name, after, needs, state, decided, watching)
            select cast(? as bigint), p.part, p.name, cast(p.after as int[]), p.needs, p.state,
                   case when p.state = 'open' then clock_timestamp() end, p.watching
              from unnest(cast(? as int[]), cast(? as text[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
                          cast(? as bigint[]))
                as p (part, name, after, needs, state, watching)
            """;

    /**
     * A part as it is inserted.
     *
     * @param after the numbers of the parts before it, as an array of PostgreSQL
     * @param watching the task that must end first; null for none
     */
    public record PartRow(
            int part,
            String name,
            String after,
            String needs,
            String state,
            @Nullable Long watching) {}

    /** Inserts the parts of a flow. */
    public void insertParts(long flow, List<PartRow> parts) {
        joined.statement(sql -> sql.run(
                INSERT_PARTS,
                flow,
                parts.stream().map(PartRow::part).toArray(Integer[]::new),
                parts.stream().map(PartRow::name).toArray(String[]::new),
                parts.stream().map(PartRow::after).toArray(String[]::new),
                parts.stream().map(PartRow::needs).toArray(String[]::new),
                parts.stream().map(PartRow::state).toArray(String[]::new),
                parts.stream().map(PartRow::watching).toArray(Long[]::new)));
    }

    private static final String INSERT_TASKS = """
            insert into rowmill_part_task (flow, part, task, key, delay)
            select cast(? as bigint), m.part, m.task, m.key, make_interval(secs => m.delay)
              from unnest(cast(? as int[]), cast(? as bigint[]), cast(? as text[]), cast(? as float8[]))
                as m (part, task, key, delay)
            """;

    /**
     * A task of a part as it is inserted.
     *
     * @param key the key that it gets when its part starts; null for none
     * @param delay its delay from then on, in seconds; null for none
     */
    public record TaskRow(
            int part,
            long task,
            @Nullable String key,
            @Nullable Double delay) {}

    /** Inserts the tasks of parts. */
    public void insertTasks(long flow, List<TaskRow> tasks) {
        for (int from = 0; from < tasks.size(); from += ROWS_PER_STATEMENT) {
            List<TaskRow> some = tasks.subList(from, Math.min(from + ROWS_PER_STATEMENT, tasks.size()));
            joined.statement(sql -> sql.run(
                    INSERT_TASKS,
                    flow,
                    some.stream().map(TaskRow::part).toArray(Integer[]::new),
                    some.stream().map(TaskRow::task).toArray(Long[]::new),
                    some.stream().map(TaskRow::key).toArray(String[]::new),
                    some.stream().map(TaskRow::delay).toArray(Double[]::new)));
        }
    }

    private static final String LOOK = """
            select l.what, l.flow, l.name from rowmill_look('{}', array[cast(? as bigint)]) l
            """;

    /** Looks at a whole flow. */
    public List<Finding> look(long id) {
        return joined.statement(sql -> sql.all(LOOK, Finding::read, id));
    }

    private static final String CANCEL = """
            update rowmill_flow
               set cancelled = coalesce(cancelled, clock_timestamp())
             where id = ?
               and finished is null
            """;

    /** Marks a flow as cancelled. Returns false if it has ended, or does not exist. Waits for a look. */
    public boolean cancel(long id) {
        return joined.statement(sql -> sql.run(CANCEL, id)) == 1;
    }

    private static final String RETRY = """
            select r.what, r.flow, r.name from rowmill_flow_retry(?) r
            """;

    /** Queues failed tasks of a flow again, and looks at the flow. Waits for a look. */
    public List<Finding> retry(long id) {
        return joined.statement(sql -> sql.all(RETRY, Finding::read, id));
    }

    private static final String LET_GO = """
            select g.what, g.flow, g.name from rowmill_flow_go(?, ?) g
            """;

    /** Starts a part that is held, and looks at its flow. Waits for a look. */
    public List<Finding> letGo(long id, String part) {
        return joined.statement(sql -> sql.all(LET_GO, Finding::read, id, part));
    }

    private static final String LOCK = """
            select f.name, f.unique_key, f.finished is not null as is_over
              from rowmill_flow f
             where f.id = ?
               for no key update
            """;

    /** A flow that this transaction has locked. */
    public record Locked(String name, @Nullable String uniqueKey, boolean isOver) {}

    /** Locks a flow until the transaction ends. Waits for a look. */
    public Optional<Locked> lock(long id) {
        return joined.statement(sql -> sql.first(
                LOCK,
                row -> new Locked(row.getString("name"), row.getString("unique_key"), row.getBoolean("is_over")),
                id));
    }
}
