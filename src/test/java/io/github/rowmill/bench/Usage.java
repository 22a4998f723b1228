package io.github.rowmill.bench;

import io.github.rowmill.cluster.Node;
import java.util.List;

/**
 * The resources that a node and its database have used so far.
 * @param transactions transactions of the database, including those of PostgreSQL's own workers
 * @param statements statements by pg_stat_statements, without those that begin or end transactions; NaN if the
 *     extension is missing
 * @param nodeSeconds processor seconds of the node
 * @param serverSeconds processor seconds of all processes of an embedded server; NaN for another server
 * @param wal bytes of write-ahead log
 * @param pages pages that statements of the database touched
 */
record Usage(
        double transactions, double statements, double nodeSeconds, double serverSeconds, double wal, double pages) {

    static Usage of(Target target, Node node) {
        return of(target, List.of(node.pid()));
    }

    /** Returns the use of several processes and their database together. */
    static Usage of(Target target, List<Long> pids) {
        boolean counted = target.text("select to_regclass('pg_stat_statements')") != null;
        return new Usage(
                target.number(
                        "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()"),
                counted ? target.number("select coalesce(sum(calls), 0) from pg_stat_statements") : Double.NaN,
                pids.stream().mapToDouble(pid -> ProcessTimes.of(pid).own()).sum(),
                target.isEmbedded() ? ProcessTimes.family(postmaster(target)) : Double.NaN,
                target.wal(),
                target.number("select blks_hit + blks_read from pg_stat_database where datname = current_database()"));
    }

    private static ProcessHandle postmaster(Target target) {
        long backend = (long) target.number("select pid from pg_stat_activity where backend_type = 'checkpointer'");
        return ProcessHandle.of(backend).flatMap(ProcessHandle::parent).orElseThrow();
    }

    Usage since(Usage before) {
        return new Usage(
                transactions - before.transactions,
                statements - before.statements,
                nodeSeconds - before.nodeSeconds,
                serverSeconds - before.serverSeconds,
                wal - before.wal,
                pages - before.pages);
    }
}
