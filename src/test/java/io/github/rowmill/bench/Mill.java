package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Nodes of Rowmill on the target, which are processes of the packaged application. */
final class Mill implements AutoCloseable {

    private final Target target;
    private final List<Node> nodes = new ArrayList<>();
    private long ran;
    private double wal;

    private Mill(Target target) {
        this.target = target;
    }

    /** Starts {@code nodes} nodes, with settings such as {@code rowmill.workers=10}. */
    static Mill start(Target target, int nodes, String... settings) throws IOException {
        Mill mill = new Mill(target);
        for (int i = 1; i <= nodes; i++) {
            mill.add("bench-" + i, settings);
        }
        return mill;
    }

    Node add(String name, String... settings) throws IOException {
        return add(launch(name).settings(List.of(settings)));
    }

    Node add(NodeLaunch launch) throws IOException {
        Node node = launch.start();
        nodes.add(node);
        return node.awaitReady();
    }

    /** Returns the launch of a node on the target. */
    NodeLaunch launch(String name) {
        return new NodeLaunch(name, target.url()).jvm(Benchmark.JVM);
    }

    List<Node> nodes() {
        return nodes;
    }

    /** Returns the measures that run inside the nodes. */
    Workloads workloads() {
        return new Workloads(target, this);
    }

    /**
     * Fills the table while the nodes are stopped, drains it, and returns the tasks a second. The time is from the
     * first start to the last end, by the database's clock.
     */
    double drain(String type, int tasks) throws Exception {
        return drain(type, tasks, () -> {}, node -> {});
    }

    /**
     * Drains the table as {@link #drain(String, int)} does. First {@code more} adds or changes rows.
     * {@code meanwhile} runs on a node when the drain begins.
     */
    double drain(String type, int tasks, Runnable more, Consumer<Node> meanwhile) throws Exception {
        ran = nodes.stream().mapToLong(Mill::ran).sum();
        stop();
        double before;
        try {
            fill(type, tasks);
            more.run();
            before = target.wal();
        } finally {
            signal("CONT");
        }
        meanwhile.accept(nodes.get(0));
        awaitRan(tasks);
        awaitDone(type);
        wal = (target.wal() - before) / tasks;
        return rate(type, tasks);
    }

    /** Returns the bytes of write-ahead log for each task of the last drain. */
    double wal() {
        return wal;
    }

    /** Drains tasks of {@code keys} keys in a queue with rules, or without rules if {@code rules} is empty. */
    double drainByRules(String rules, int keys, int tasks) throws Exception {
        return drain("noop", tasks, () -> rule(rules, "'k' || id % " + keys), node -> {});
    }

    private void rule(String rules, String key) {
        target.execute("delete from rowmill_queue");
        if (!rules.isEmpty()) {
            target.execute("insert into rowmill_queue (name) values ('default')");
            target.execute("update rowmill_queue set " + rules);
            // as if the rules were old: after a change, tasks that executed before it would be counted for minutes
            target.execute("update rowmill_queue set last_updated = now() - interval '1 hour', held = '{}'");
        }
        target.execute("update rowmill_task set key = " + key);
        target.execute("vacuum analyze rowmill_task");
        target.execute("checkpoint");
    }

    /**
     * Returns the pages touched for each of the first {@code most} tasks. A single key has nine of ten tasks of the
     * table.
     */
    double pagesOfFlood(String rules, int tasks, int most) throws Exception {
        ran = nodes.stream().mapToLong(Mill::ran).sum();
        stop();
        double before;
        try {
            fill("noop", tasks);
            rule(rules, "case when id % 10 = 0 then 'k' || id else 'flood' end");
            before = pages();
        } finally {
            signal("CONT");
        }
        awaitRan(most);
        signal("STOP");
        try {
            return (pages() - before) / target.number("select count(*) from rowmill_task where attempts > 0");
        } finally {
            signal("CONT");
            target.execute("delete from rowmill_task where status in ('queued', 'waiting')");
            awaitDone(); // a node that is stopped in a transaction would block the next truncate
        }
    }

    /**
     * Returns the pages that the database has touched. Sessions of stopped nodes report them after ten seconds
     * without a statement (PGSTAT_IDLE_INTERVAL).
     */
    private double pages() {
        target.execute("select pg_sleep(12), pg_stat_force_next_flush()");
        return target.number("select blks_hit + blks_read from pg_stat_database where datname = current_database()");
    }

    private double rate(String type, int tasks) {
        assertThat(target.number("select count(*) from rowmill_task where status = 'completed' and attempts = 1"))
                .as("tasks of %d that were completed at their first attempt", tasks)
                .isEqualTo(tasks);
        return tasks / target.number("""
                select extract(epoch from max(finished) - min(started))
                  from rowmill_task
                 where type = '%s'
                """.formatted(type));
    }

    /** Drains the table while another session holds a snapshot as old as the drain. So no dead row can be removed. */
    double drainUnderSnapshot(String type, int tasks) throws Exception {
        ran = nodes.stream().mapToLong(Mill::ran).sum();
        stop();
        try (Connection holder = target.connect()) {
            fill(type, tasks);
            holder.setAutoCommit(false);
            holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            holder.createStatement().execute("select 1 from rowmill_task limit 1");
            signal("CONT");
            awaitRan(tasks);
        }
        awaitDone();
        return rate(type, tasks);
    }

    /**
     * Empties the table and inserts {@code tasks} due tasks. Its state is that of {@link Limit}'s table before a
     * drain.
     */
    void fill(String type, int tasks) {
        target.empty();
        target.execute("""
                insert into rowmill_task (type, details)
                select '%s', jsonb_build_object(%s'n', g)
                  from generate_series(1, %d) g
                """.formatted(type, type.equals("event") ? "'account', 'a', 'name', 'page-view', " : "", tasks));
        target.execute("vacuum analyze rowmill_task");
        target.execute("checkpoint");
        target.execute("select pg_notify('rowmill', 'default')");
    }

    private static final String IN_TRANSACTIONS = """
            select count(*)
              from pg_stat_activity
             where backend_type = 'client backend'
               and datname = current_database()
               and pid <> pg_backend_pid()
               and xact_start is not null
            """;

    /**
     * Stops the nodes outside of their transactions. A node that is stopped in a transaction would block the next
     * truncate.
     */
    private void stop() throws IOException, InterruptedException {
        signal("STOP");
        while (target.number(IN_TRANSACTIONS) > 0) {
            signal("CONT");
            target.execute("select pg_sleep(0.01)");
            signal("STOP");
        }
    }

    void signal(String signal) throws IOException, InterruptedException {
        for (Node node : nodes) {
            node.signal(signal);
        }
    }

    /**
     * Waits until the nodes have run {@code tasks} tasks. It reads their metrics, because a query would have to read
     * the dead rows of the table.
     */
    private void awaitRan(int tasks) {
        long all = ran + tasks;
        await().atMost(Duration.ofMinutes(30))
                .pollInterval(Duration.ofMillis(250))
                .until(() -> nodes.stream().mapToLong(Mill::ran).sum() >= all);
    }

    private static long ran(Node node) {
        return node.metric("rowmill_execution_seconds_count");
    }

    /** Waits as {@link #awaitDone()} does, for tasks of one type. */
    private void awaitDone(String type) {
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(250))
                .until(() -> target.number("""
                        select exists (select from rowmill_task where type = '%s' and status in ('queued', 'executing'))::int
                        """.formatted(type)) == 0);
    }

    /** Waits until all flows have ended. */
    void awaitFlows() {
        await().atMost(Duration.ofMinutes(30))
                .pollInterval(Duration.ofMillis(250))
                .until(() -> target.number("select count(*) from rowmill_flow where finished is null") == 0);
    }

    void awaitDone() {
        await().atMost(Duration.ofMinutes(30))
                .pollInterval(Duration.ofMillis(250))
                .until(() -> target.number("""
                        select (exists (select from rowmill_task where status = 'queued' and crashes < 2 and run_at <= now())
                             or exists (select from rowmill_task where status = 'executing'))::int
                        """) == 0);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        nodes.clear();
    }
}
