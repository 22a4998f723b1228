package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.store.claim.ClaimStatements;
import io.github.rowmill.engine.store.end.CompletionStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The claims of several nodes. Each node is a loop on its own connection, which sends the statements of a node. It
 * looks for due tasks, locks a hundred rows behind the last one, takes them and commits. Then one statement completes
 * them, as if the tasks took no time. Sequential scans are switched off, as on a node.
 */
final class Claimers {

    private static final int LIMIT = 100;
    private static final String[] TYPES = {"noop"};
    private static final double LEASE = 30;

    private final Target target;
    private final int nodes;

    Claimers(Target target, int nodes) {
        this.target = target;
        this.nodes = nodes;
    }

    /**
     * The tasks a second, and the visits of multixact pages for a thousand tasks. A visit is a lookup, a creation or
     * a write.
     */
    record Drained(double rate, double multixactsOfAThousand) {}

    /** Drains the table, which holds {@code tasks} due tasks. */
    Drained drain(int tasks) throws Exception {
        double before = multixacts();
        CyclicBarrier ready = new CyclicBarrier(nodes + 1);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                Callable<Integer> one = new Claimer("bench-" + i, ready);
                all.add(threads.submit(one));
            }
            ready.await();
            long start = System.nanoTime();
            int done = 0;
            for (Future<Integer> one : all) {
                done += one.get();
            }
            double rate = Clock.perSecond(tasks, start);
            assertThat(done).isEqualTo(tasks);
            return new Drained(rate, (multixacts() - before) * 1000 / tasks);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns the visits that ended sessions have counted so far. */
    private double multixacts() {
        return target.number(
                "select sum(blks_zeroed + blks_hit + blks_read + blks_written) from pg_stat_slru where name ilike 'multixact%'");
    }

    private final class Claimer implements Callable<Integer> {

        private final String operator;
        private final CyclicBarrier ready;
        private List<Object> last = List.of();

        Claimer(String operator, CyclicBarrier ready) {
            this.operator = operator;
            this.ready = ready;
        }

        @Override
        public Integer call() throws Exception {
            try (Connection connection = target.connect();
                    Statement session = connection.createStatement()) {
                session.execute("set enable_seqscan = off");
                connection.setAutoCommit(false);
                ready.await();
                int done = 0;
                while (isDue(connection)) {
                    done += claimAndComplete(connection);
                }
                return done;
            }
        }

        private boolean isDue(Connection connection) throws SQLException {
            try (PreparedStatement look = ClaimCost.prepare(
                            connection, ClaimStatements.LOOK, List.of("default", "default", TYPES, TYPES));
                    ResultSet due = look.executeQuery()) {
                return due.next();
            } finally {
                connection.commit();
            }
        }

        private int claimAndComplete(Connection connection) throws SQLException {
            List<String> places = lock(connection);
            List<Long> ids = new ArrayList<>();
            List<Long> versions = new ArrayList<>();
            try (PreparedStatement take = ClaimCost.prepare(
                            connection, ClaimStatements.TAKE, List.of(operator, LEASE, places.toArray(String[]::new)));
                    ResultSet taken = take.executeQuery()) {
                while (taken.next()) {
                    ids.add(taken.getLong("id"));
                    versions.add(taken.getLong("version"));
                }
            }
            connection.commit();
            return complete(connection, ids.toArray(Long[]::new), versions.toArray(Long[]::new));
        }

        /**
         * Locks rows behind the last row of a full claim. After a claim that was not full, it begins at the head
         * again.
         */
        private List<String> lock(Connection connection) throws SQLException {
            List<Object> parameters = new ArrayList<>(List.of("default", "5000", "default", "noop", 0, 0));
            parameters.addAll(last);
            parameters.add(LIMIT);
            List<String> places = new ArrayList<>();
            try (PreparedStatement lock = ClaimCost.prepare(
                            connection,
                            last.isEmpty() ? ClaimStatements.LOCK : ClaimStatements.LOCK_AFTER,
                            parameters);
                    ResultSet rows = lock.executeQuery()) {
                while (rows.next()) {
                    places.add(rows.getString(4));
                    last = List.of(rows.getObject(3, OffsetDateTime.class), rows.getLong(1));
                }
            }
            if (places.size() < LIMIT) {
                last = List.of();
            }
            return places;
        }

        /**
         * Completes the rows. The statement skips rows that another claim is reading, and is repeated until all are
         * done.
         */
        private int complete(Connection connection, Long[] ids, Long[] versions) throws SQLException {
            int done = 0;
            try (PreparedStatement complete = connection.prepareStatement(CompletionStatements.ALL)) {
                complete.setArray(1, connection.createArrayOf("bigint", ids));
                complete.setArray(2, connection.createArrayOf("bigint", versions));
                complete.setString(3, operator);
                while (done < ids.length) {
                    done += rows(complete);
                    connection.commit();
                }
            }
            return done;
        }

        private static int rows(PreparedStatement complete) throws SQLException {
            int count = 0;
            try (ResultSet completed = complete.executeQuery()) {
                while (completed.next()) {
                    count++;
                }
            }
            return count;
        }
    }
}
