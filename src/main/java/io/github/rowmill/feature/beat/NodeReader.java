package io.github.rowmill.feature.beat;

import io.github.rowmill.db.Instants;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Seconds;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the nodes for display. */
@ApplicationScoped
public class NodeReader {

    /** Largest number of executing tasks that are counted, of all nodes together. */
    private static final int MAX_HELD = 20_000;

    /** Largest number of recovered tasks that is counted for a node. */
    private static final int MAX_RECOVERED = 1_000;

    private static final int MAX_STARTS = 100;

    private final ReadDatabase database;

    NodeReader(ReadDatabase database) {
        this.database = database;
    }

    // The executing tasks are read along the index of leases, which is why they are ordered by expiry. The
    // recovered tasks are found by the name of their node.
    private static final String PAGE = """
            with page as materialized (
                select o.name, s.state, o.host, o.application, o.version, o.started, o.beat, o.stopped, o.workers, o.in_hand,
                       o.running, o.queues, o.types
                  from rowmill_operator o
                 cross join lateral (
                       select case when o.stopped is not null then 'stopped'
                                   when o.beat < now() - make_interval(secs => ?) then 'lost'
                                   when o.draining then 'draining'
                                   else 'up' end as state) s
                 where o.name > ?
                   and (cast(? as text) is null or s.state = ?)
                 order by o.name
                 limit ?),
            held as (
                select e.operator_id, count(*) as tasks
                  from (select t.operator_id
                          from rowmill_task t
                         where t.status = 'executing'
                         order by t.expiry
                         limit ?) e
                 group by e.operator_id)
            select p.name, p.state, p.host, p.application, p.version, p.started, p.beat, p.stopped, p.workers, p.in_hand,
                   p.running, p.queues, p.types, coalesce(h.tasks, 0) as holds, r.tasks as recovered
              from page p
              left join held h on h.operator_id = p.name
             cross join lateral (
                   select count(*) as tasks
                     from (select
                             from rowmill_attempt a
                            where left(a.operator, 200) = p.name
                              and a.error like 'the lease of %'
                              and a.finished >= p.started
                            limit ?) c) r
             order by p.name
            """;

    /**
     * Returns nodes in the order of their names.
     *
     * @param after name after which the page starts; empty for the first page
     * @param state the only state to return; null for all states
     */
    public List<Node> page(String after, Node.@Nullable State state, int limit) {
        String word = state == null ? null : state.name().toLowerCase(Locale.ROOT);
        return database.snapshot(sql -> sql.all(
                PAGE,
                NodeReader::read,
                Seconds.of(HeartbeatRows.SILENCE),
                after,
                word,
                word,
                limit,
                MAX_HELD,
                MAX_RECOVERED));
    }

    private static final String STARTS = """
            select o.started,
                   o.version,
                   not exists (select 1 from rowmill_operator e where e.version = o.version and e.started < o.started)
                   and exists (select 1 from rowmill_operator e where e.version <> o.version and e.started < o.started)
                       as is_new
              from rowmill_operator o
             where o.started > now() - make_interval(secs => ?)
             order by o.started desc
             limit ?
            """;

    /**
     * Returns the recent starts of nodes, the earliest first. If there are more than 100, returns the latest 100.
     */
    public List<NodeStart> starts(Duration within) {
        List<NodeStart> latest = database.snapshot(sql -> sql.all(
                STARTS,
                row -> new NodeStart(Instants.read(row, "started"), row.getString("version"), row.getBoolean("is_new")),
                Seconds.of(within),
                MAX_STARTS));
        return latest.stream().sorted(Comparator.comparing(NodeStart::at)).toList();
    }

    private static Node read(ResultSet row) throws SQLException {
        Array queues = row.getArray("queues");
        return new Node(
                row.getString("name"),
                Node.State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getString("host"),
                row.getString("application"),
                row.getString("version"),
                Instants.read(row, "started"),
                Instants.read(row, "beat"),
                Instants.readOrNull(row, "stopped"),
                row.getInt("workers"),
                row.getInt("in_hand"),
                row.getInt("running"),
                queues == null ? null : names(queues),
                names(row.getArray("types")),
                row.getInt("holds"),
                row.getInt("recovered"));
    }

    private static List<String> names(Array names) throws SQLException {
        return List.of((String[]) names.getArray());
    }
}
