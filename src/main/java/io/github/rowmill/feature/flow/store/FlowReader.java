package io.github.rowmill.feature.flow.store;

import io.github.rowmill.api.FlowView;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Sql;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads flows, for code in its transaction, and for pages and the API on the connections for reading. */
@Singleton
public class FlowReader {

    private final JoinedDatabase joined;
    private final ReadDatabase database;

    FlowReader(JoinedDatabase joined, ReadDatabase database) {
        this.joined = joined;
        this.database = database;
    }

    /** Returns a flow in the caller's transaction, if there is one. */
    public Optional<FlowView> find(long id) {
        return joined.statement(sql -> FlowColumns.find(sql, id));
    }

    private static final String IS_OVER = """
            select f.finished is not null as is_over
              from rowmill_flow f
             where f.id = ?
            """;

    /** Returns whether a flow has ended. Reads none of its tasks. Empty if there is no such flow. */
    public Optional<Boolean> isOver(long id) {
        return joined.statement(sql -> sql.first(IS_OVER, row -> row.getBoolean("is_over"), id));
    }

    private static final String KINDS = """
            select distinct t.queue, t.type
              from rowmill_part_task m
              join rowmill_task t
                on t.id = m.task
             where m.flow = ?
            """;

    /** A queue and a type of a task. */
    public record Kind(String queue, String type) {}

    /** Returns the queues and types of the tasks of a flow, in the caller's transaction. */
    public List<Kind> kinds(long id) {
        return joined.statement(sql -> kinds(sql, id));
    }

    private static List<Kind> kinds(Sql sql, long id) throws SQLException {
        return sql.all(KINDS, row -> new Kind(row.getString("queue"), row.getString("type")), id);
    }

    /** A flow for display, and the queues and types of its tasks. */
    public record Shown(FlowView flow, List<Kind> kinds) {}

    /** Returns a flow for display. */
    public Optional<Shown> shown(long id) {
        return database.snapshot(sql -> {
            Optional<FlowView> flow = FlowColumns.find(sql, id);
            return flow.isEmpty() ? Optional.empty() : Optional.of(new Shown(flow.get(), kinds(sql, id)));
        });
    }

    /**
     * A row of the list of flows.
     *
     * @param flow the flow, without its parts
     * @param heldPart the first part that is held; null for none
     * @param parts the number of parts
     * @param started the number of parts that have started or were cancelled
     */
    public record Row(FlowView flow, @Nullable String heldPart, int parts, int started) {

        /** Returns the state of the flow. */
        public FlowView.State state() {
            FlowView.State state = flow.state();
            return heldPart != null && state == FlowView.State.RUNNING ? FlowView.State.HELD : state;
        }
    }

    /**
     * The flows that a list has.
     *
     * @param before only flows with ids below this
     * @param name only flows of this name; null for all
     * @param state only flows in this state; null for all
     */
    public record Query(long before, @Nullable String name, FlowView.@Nullable State state) {}

    private static final String ROWS = """
            select f.id, f.name, f.unique_key, f.on_failure, f.source, f.owner, f.created, f.cancelled, f.finished,
                   (select p.name
                      from rowmill_part p
                     where p.flow = f.id
                       and p.state = 'held'
                     order by p.part
                     limit 1) as held,
                   (select count(*) from rowmill_part p where p.flow = f.id and p.part > 0) as parts,
                   (select count(*) from rowmill_part p where p.flow = f.id and p.part > 0 and p.decided is not null)
                       as started
              from rowmill_flow f
            """;

    private static final String LIST = ROWS + """
             where f.id < ?
               and (cast(? as text) is null or f.name = ?)
               and %s
             order by f.id desc
             limit ?
            """;

    // An index has the flows that have not ended, another one the held parts.
    private static String condition(FlowView.State state) {
        return switch (state) {
            case RUNNING -> """
                    f.finished is null
                       and f.cancelled is null
                       and not exists (select 1 from rowmill_part p where p.flow = f.id and p.state = 'held')""";
            case HELD -> """
                    f.id in (select p.flow from rowmill_part p where p.state = 'held')
                       and f.finished is null
                       and f.cancelled is null""";
            case CANCELLED -> "f.cancelled is not null";
            case ENDED -> "f.finished is not null and f.cancelled is null";
        };
    }

    /** Returns a page of flows, the newest first. */
    public Page<Row> list(Query query, int limit) {
        String list = LIST.formatted(query.state() == null ? "true" : condition(query.state()));
        List<Row> rows = database.snapshot(
                sql -> sql.all(list, FlowReader::row, query.before(), query.name(), query.name(), limit + 1));
        return new Page<>(rows.stream().limit(limit).toList(), rows.size() > limit);
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(FlowColumns.flow(row), row.getString("held"), row.getInt("parts"), row.getInt("started"));
    }

    /** Returns flows of which a part is held, the newest first. */
    public List<Row> held(int limit) {
        return list(new Query(Long.MAX_VALUE, null, FlowView.State.HELD), limit).rows();
    }

    // The rows of a flow's tasks are found by flow, part and task.
    private static final String FAILURE = """
            select h.name as held, p.name as part, t.id, t.status, t.finished, left(t.error, 1000) as error
              from rowmill_part h
              join rowmill_task t
                on t.id = h.watching
              join rowmill_part p
                on p.flow = h.flow
              join rowmill_part_task m
                on m.flow = p.flow
               and m.part = p.part
               and m.task = t.id
             where h.flow = ?
               and h.state = 'held'
               and t.finished is not null
             order by h.part
             limit 1
            """;

    /**
     * A failed task that holds a part.
     *
     * @param held the name of the part that is held
     * @param part the name of the task's part
     * @param error the last error; null for none
     */
    public record Failure(
            String held,
            String part,
            long task,
            String status,
            Instant finished,
            @Nullable String error) {

        private static Failure read(ResultSet row) throws SQLException {
            return new Failure(
                    row.getString("held"),
                    row.getString("part"),
                    row.getLong("id"),
                    row.getString("status"),
                    Instants.read(row, "finished"),
                    row.getString("error"));
        }
    }

    /** Returns the task that holds the first held part of a flow. */
    public Optional<Failure> failure(long id) {
        return database.snapshot(sql -> sql.first(FAILURE, Failure::read, id));
    }

    /** Returns the part of a task for display; empty if it belongs to no flow, or if the flow was deleted. */
    public Optional<FlowPlaces.OfTask> place(long task) {
        return database.snapshot(sql -> FlowPlaces.ofTask(sql, task));
    }
}
