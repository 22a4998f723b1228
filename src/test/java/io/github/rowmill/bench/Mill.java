package io.github.rowmill.bench;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Rowmill on the target: processes of the packaged application. */
final class Mill implements AutoCloseable {

    private final Target target;
    private final List<Node> nodes = new ArrayList<>();

    private Mill(Target target) {
        this.target = target;
    }

    /** Starts so many nodes, with settings such as {@code rowmill.workers=10}. */
    static Mill start(Target target, int nodes, String... settings) throws IOException {
        Mill mill = new Mill(target);
        for (int i = 1; i <= nodes; i++) {
            mill.add("bench-" + i, settings);
        }
        return mill;
    }

    Node add(String name, String... settings) throws IOException {
        List<String> jvm = List.of(System.getProperty("bench.jvm", "-Xmx512m").split(" "));
        Node node = new NodeLaunch(name, target.url())
                .jvm(jvm)
                .settings(List.of(settings))
                .start();
        nodes.add(node);
        return node.awaitReady();
    }

    List<Node> nodes() {
        return nodes;
    }

    /** Tasks a second of a table that was filled while the nodes stood still, by the database's clock from the first start to the last end. */
    double drain(String type, int tasks) throws Exception {
        signal("STOP");
        try {
            fill(type, tasks);
        } finally {
            signal("CONT");
        }
        awaitDone();
        return tasks / target.number("""
                select extract(epoch from max(finished) - min(started))
                  from rowmill_task
                 where type = '%s'
                """.formatted(type));
    }

    /** Makes an empty table hold so many due tasks, in the state in which the limit's is drained. */
    void fill(String type, int tasks) {
        target.execute("truncate rowmill_task, rowmill_attempt, sample_measure");
        target.execute("""
                insert into rowmill_task (type, details)
                select '%s', jsonb_build_object(%s'n', g)
                  from generate_series(1, %d) g
                """.formatted(type, type.equals("event") ? "'account', 'a', 'name', 'page-view', " : "", tasks));
        target.execute("vacuum analyze rowmill_task");
        target.execute("checkpoint");
        target.execute("select pg_notify('rowmill', 'default')");
    }

    void signal(String signal) throws IOException, InterruptedException {
        for (Node node : nodes) {
            node.signal(signal);
        }
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
