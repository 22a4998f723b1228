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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the nodes for display. */
@ApplicationScoped
public class NodeReader {

    /** Largest number of executing tasks that are counted, of all nodes together. */
    private static final int MAX_HELD = 20_000;

    /** Largest number of recovered tasks that is counted for a node. */
    private static final int MAX_RECOVERED = 1_000;

    private static final int MAX_STARTS = 100;

    /** Largest number of types that are counted. */
    private static final int MAX_TYPES = 10_000;

    private final ReadDatabase database;

    NodeReader(ReadDatabase database) {
        this.database = database;
    }

    private static final String NODES = """
            with page as materialized (
                select o.name, s.state, o.host, o.application, o.version, o.started, o.beat, o.stopped, o.workers, o.in_hand,
                       o.running, o.queues, o.types
                  from rowmill_operator o
                 cross join lateral (
                       select case when o.stopped is not null then 'stopped'
                                   when o.beat < now() - make_interval(secs => ?) then 'lost'
                                   when o.draining then 'draining'
                                   else 'up' end as state) s
            """;

    // The executing tasks are read along the index of leases, which is why they are ordered by expiry. The
    // recovered tasks are found by the name of their node.
    private static final String WITH_TASKS = """
            ),
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
            """;

    private static final String PAGE = NODES + """
                 where o.name > ?
                   and (cast(? as text) is null or s.state = ?)
                 order by o.name
                 limit ?
            """ + WITH_TASKS + """
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

    private static final String PRESENT = NODES + """
                 where s.state <> 'stopped'
                 order by s.state <> 'lost', s.state = 'up', o.name
                 limit ?
            """ + WITH_TASKS + """
             order by p.state <> 'lost', p.state = 'up', p.name
            """;

    /** Returns nodes that have not stopped. The lost ones come first, then those that drain, then the others. */
    public List<Node> present(int limit) {
        return database.snapshot(sql ->
                sql.all(PRESENT, NodeReader::read, Seconds.of(HeartbeatRows.SILENCE), limit, MAX_HELD, MAX_RECOVERED));
    }

    private static final String COUNTS = """
            with node as materialized (
                select o.name, o.application, o.version,
                       case when o.beat < now() - make_interval(secs => ?) then 'lost'
                            when o.draining then 'draining'
                            else 'up' end as state
                  from rowmill_operator o
                 where o.stopped is null),
            held as materialized (
                select t.operator_id
                  from rowmill_task t
                 where t.status = 'executing'
                 order by t.expiry
                 limit ?)
            select count(*) filter (where n.state = 'up') as up,
                   count(*) filter (where n.state = 'draining') as draining,
                   count(*) filter (where n.state = 'lost') as lost,
                   count(*) filter (where n.state = 'lost' and n.name in (select operator_id from held)) as lost_with_tasks,
                   count(distinct (n.application, n.version)) filter (where n.state = 'up') as versions
              from node n
            """;

    private static final String TYPES = """
            select t.type, count(distinct o.name) as nodes
              from rowmill_operator o
             cross join unnest(o.types) as t (type)
             where o.stopped is null
               and not o.draining
               and o.beat >= now() - make_interval(secs => ?)
             group by t.type
             order by t.type
             limit ?
            """;

    /** Counts all nodes. */
    public NodeCounts counts() {
        double silence = Seconds.of(HeartbeatRows.SILENCE);
        return database.snapshot(sql -> {
            Map<String, Integer> types = new LinkedHashMap<>();
            sql.all(TYPES, row -> types.put(row.getString("type"), row.getInt("nodes")), silence, MAX_TYPES);
            return sql.first(COUNTS, row -> counts(row, types), silence, MAX_HELD)
                    .orElseThrow();
        });
    }

    private static NodeCounts counts(ResultSet row, Map<String, Integer> types) throws SQLException {
        return new NodeCounts(
                row.getInt("up"),
                row.getInt("draining"),
                row.getInt("lost"),
                row.getInt("lost_with_tasks"),
                row.getInt("versions"),
                types);
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
