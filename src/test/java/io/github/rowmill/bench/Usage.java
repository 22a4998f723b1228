package io.github.rowmill.bench;

import io.github.rowmill.cluster.Node;

/** What a node has asked of the database and of the processor so far; statements are counted as transactions, as idle ones are single. */
record Usage(double statements, double cpuSeconds) {

    static Usage of(Target target, Node node) {
        double transactions = target.number(
                "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()");
        double cpu = ProcessHandle.of(node.pid())
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow()
                        .toMillis()
                / 1e3;
        return new Usage(transactions, cpu);
    }

    Usage since(Usage before) {
        return new Usage(statements - before.statements, cpuSeconds - before.cpuSeconds);
    }
}
