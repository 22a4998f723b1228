package io.github.rowmill.bench;

import java.util.List;

/**
 * The workload on nodes of Rowmill. Each node also has its own queue, such as {@code node-1}, for its part of the
 * measure.
 */
final class MillWorkload implements Workload {

    private final Target target;
    private final Mill mill;
    private final int nodes;

    MillWorkload(Target target, Mill mill) {
        this.target = target;
        this.mill = mill;
        this.nodes = mill.nodes().size();
    }

    @Override
    public void begin(WorkloadLoad load, int seconds) {
        target.empty();
        target.execute("checkpoint");
        onEachNode(
                "measure-workload",
                "jsonb_build_object('type', '%s', 'queues', %d, 'together', %d, 'waiting', %d, 'rate', %d, 'seconds', %d)"
                        .formatted(
                                load.type(),
                                load.queues(),
                                load.together(),
                                WorkloadLoad.WAITING / nodes,
                                load.rate() / nodes,
                                seconds));
    }

    /** Inserts a task for each node. */
    private void onEachNode(String type, String payload) {
        for (int node = 1; node <= nodes; node++) {
            target.execute("insert into rowmill_task (type, queue, details) values ('%s', 'node-%d', %s)"
                    .formatted(type, node, payload));
        }
        target.execute("notify rowmill");
    }

    @Override
    public long awaitEnd() {
        mill.awaitDone();
        return (long) target.number("""
                select case when count(*) = %d then min(nanos) end
                  from bench_measure
                 where what = 'until'
                """.formatted(nodes));
    }

    @Override
    public Waited waited(long from, long to) {
        onEachNode("measure-waits", "jsonb_build_object('from', %d, 'to', %d)".formatted(from, to));
        mill.awaitDone();
        return Waited.parse(String.valueOf(target.text("""
                select concat_ws(' ', count(*),
                                 percentile_disc(0.5) within group (order by nanos),
                                 percentile_disc(0.99) within group (order by nanos),
                                 max(nanos))
                  from bench_measure
                 where what = 'wait'
                """)));
    }

    @Override
    public List<Long> pids() {
        return mill.nodes().stream().map(node -> node.pid()).toList();
    }
}
