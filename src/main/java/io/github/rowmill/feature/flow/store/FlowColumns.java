package io.github.rowmill.feature.flow.store;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a flow with its parts, and counts their tasks. */
final class FlowColumns {

    private FlowColumns() {}

    static final String FLOW = """
            select f.id, f.name, f.unique_key, f.on_failure, f.source, f.owner, f.created, f.cancelled, f.finished
              from rowmill_flow f
            """;

    private static final String ONE = FLOW + """
             where f.id = ?
            """;

    // A part whose failed task was retried is not held any more. The next look records that.
    private static final String PARTS = """
            select p.part, p.name, p.after, p.needs, p.decided, p.watching,
                   case when p.state = 'held' and w.finished is null and w.id is not null then 'waiting' else p.state end
                       as state,
                   coalesce(c.waiting, 0) as waiting, coalesce(c.queued, 0) as queued,
                   coalesce(c.executing, 0) as executing, coalesce(c.completed, 0) as completed,
                   coalesce(c.dead, 0) as dead, coalesce(c.cancelled, 0) as cancelled
              from rowmill_part p
              left join rowmill_task w
                on w.id = p.watching
              left join (
                   select m.part,
                          count(*) filter (where t.status = 'waiting') as waiting,
                          count(*) filter (where t.status = 'queued') as queued,
                          count(*) filter (where t.status = 'executing') as executing,
                          count(*) filter (where t.status = 'completed' or t.status is null) as completed,
                          count(*) filter (where t.status = 'dead') as dead,
                          count(*) filter (where t.status = 'cancelled') as cancelled
                     from rowmill_part_task m
                     left join lateral (select t.status from rowmill_task t where t.id = m.task offset 0) t
                       on true
                    where m.flow = ?
                    group by m.part) c
                on c.part = p.part
             where p.flow = ?
               and p.part > 0
             order by p.part
            """;

    private record PartRow(int number, List<Integer> after, FlowView.Part part) {}

    /** Reads a flow with its parts. */
    static Optional<FlowView> find(Sql sql, long id) throws SQLException {
        Optional<FlowView> flow = sql.first(ONE, FlowColumns::flow, id);
        if (flow.isEmpty()) {
            return flow;
        }
        List<PartRow> rows = sql.all(PARTS, FlowColumns::part, id, id);
        Map<Integer, String> names = new TreeMap<>();
        rows.forEach(row -> names.put(row.number(), row.part().name()));
        return flow.map(one -> with(
                one,
                rows.stream()
                        .map(row -> after(
                                row.part(), row.after().stream().map(names::get).toList()))
                        .toList()));
    }

    private static FlowView with(FlowView flow, List<FlowView.Part> parts) {
        return new FlowView(
                flow.id(),
                flow.name(),
                flow.uniqueKey(),
                flow.failure(),
                flow.source(),
                flow.owner(),
                flow.created(),
                flow.cancelled(),
                flow.finished(),
                parts);
    }

    private static FlowView.Part after(FlowView.Part part, List<String> names) {
        return new FlowView.Part(
                part.name(), part.state(), part.needs(), names, part.decided(), part.waitsFor(), part.counts());
    }

    /** Reads a flow without its parts. */
    static FlowView flow(ResultSet row) throws SQLException {
        return new FlowView(
                row.getLong("id"),
                row.getString("name"),
                row.getString("unique_key"),
                Flow.Failure.valueOf(row.getString("on_failure").toUpperCase(Locale.ROOT)),
                row.getString("source"),
                row.getObject("owner", Long.class),
                Instants.read(row, "created"),
                Instants.readOrNull(row, "cancelled"),
                Instants.readOrNull(row, "finished"),
                List.of());
    }

    private static PartRow part(ResultSet row) throws SQLException {
        List<Integer> after = new ArrayList<>();
        for (Object number : (Object[]) row.getArray("after").getArray()) {
            after.add((Integer) number);
        }
        return new PartRow(
                row.getInt("part"),
                after,
                new FlowView.Part(
                        row.getString("name"),
                        state(row.getString("state")),
                        Flow.Needs.valueOf(row.getString("needs").toUpperCase(Locale.ROOT)),
                        List.of(),
                        Instants.readOrNull(row, "decided"),
                        row.getObject("watching", Long.class),
                        counts(row)));
    }

    private static FlowView.PartState state(String word) {
        return switch (word) {
            case "held" -> FlowView.PartState.HELD;
            case "going", "open" -> FlowView.PartState.OPEN;
            case "dropping", "cancelled" -> FlowView.PartState.CANCELLED;
            default -> FlowView.PartState.WAITING;
        };
    }

    private static FlowCounts counts(ResultSet row) throws SQLException {
        return new FlowCounts(
                row.getLong("waiting"),
                row.getLong("queued"),
                row.getLong("executing"),
                row.getLong("completed"),
                row.getLong("dead"),
                row.getLong("cancelled"));
    }
}
