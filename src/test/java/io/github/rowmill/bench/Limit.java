package io.github.rowmill.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A task queue of hand-written SQL, without retries, limits, recovery or framework. It shows what a queue in one
 * table can reach. Two loops claim 500 rows at a time, and ten threads run them. A statement completes 500 tasks, or
 * each task completes in its own transaction, together with the row that it writes.
 */
final class Limit {

    private static final int BATCH = 500;
    private static final int LOOPS = 2;
    private static final int THREADS = 10;

    private static final String TABLE = """
            create table limit_task (
                id           bigint generated always as identity primary key,
                queue        text not null default 'default',
                type         text not null default 'noop',
                details      jsonb,
                status       text not null default 'queued',
                priority     smallint not null default 0,
                run_at       timestamptz not null default now(),
                operator_id  text,
                expiry       timestamptz,
                attempts     int not null default 0,
                version      bigint not null default 0,
                created      timestamptz not null default now(),
                last_updated timestamptz not null default now());
            create index on limit_task (queue, priority, run_at, id) where status = 'queued';
            create index on limit_task (expiry) where status = 'executing';
            create table limit_effect (task bigint not null)
            """;

    private static final String CLAIM = """
            with due as materialized (
                select id
                  from limit_task
                 where queue = 'default'
                   and status = 'queued'
                   and run_at <= now()
                 order by priority, run_at, id
                 limit ?
                   for no key update skip locked)
            update limit_task t
               set status = 'executing',
                   operator_id = 'limit',
                   expiry = clock_timestamp() + interval '30 s',
                   attempts = attempts + 1,
                   version = t.version + 1,
                   last_updated = now()
              from due
             where t.id = due.id
            returning t.id, t.version, t.type, t.details
            """;

    private static final String COMPLETE = """
            update limit_task t
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   version = t.version + 1,
                   last_updated = now()
              from unnest(?::bigint[], ?::bigint[]) done (id, version)
             where t.id = done.id
               and t.version = done.version
            """;

    private static final String COMPLETE_ONE = """
            update limit_task
               set status = 'completed',
                   operator_id = null,
                   expiry = null,
                   version = version + 1,
                   last_updated = now()
             where id = ?
               and version = ?
            """;

    private final Target target;
    private double wal;

    Limit(Target target) {
        this.target = target;
    }

    record Batch(List<Long> ids, List<Long> versions) {}

    /** Fills a new table with one {@code insert … select}, and returns the rows a second. */
    double fill(int tasks) {
        target.execute("drop table if exists limit_task, limit_effect");
        target.execute(TABLE);
        long start = System.nanoTime();
        target.execute(
                "insert into limit_task (details) select jsonb_build_object('n', g) from generate_series(1, %d) g"
                        .formatted(tasks));
        return Clock.perSecond(tasks, start);
    }

    /** Fills the table for a drain. */
    void prepare(int tasks) {
        fill(tasks);
        target.execute("vacuum analyze limit_task");
        target.execute("checkpoint");
    }

    /** Returns the bytes of write-ahead log for each task of the last drain. */
    double wal() {
        return wal;
    }

    /** Returns the claim and the completion of one task, as an SQL expression of a JSON object. */
    static String statements() {
        return "jsonb_build_object('claim', $$%s$$, 'complete', $$%s$$)".formatted(CLAIM, COMPLETE_ONE);
    }

    /**
     * Drains the table, and returns the tasks a second. No-op tasks are completed in batches. A transactional task
     * writes a row and completes in one transaction.
     */
    double drain(int tasks, boolean transactional) throws Exception {
        prepare(tasks);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        ExecutorService loops = Executors.newFixedThreadPool(LOOPS);
        try (Own own = transactional ? new Own() : null) {
            double before = target.wal();
            long start = System.nanoTime();
            List<Callable<Void>> both = List.of(() -> drain(threads, own), () -> drain(threads, own));
            for (Future<Void> loop : loops.invokeAll(both)) {
                loop.get();
            }
            double rate = Clock.perSecond(tasks, start);
            wal = (target.wal() - before) / tasks;
            return rate;
        } finally {
            threads.shutdownNow();
            loops.shutdownNow();
        }
    }

    private Void drain(ExecutorService threads, Own own) throws SQLException, InterruptedException, ExecutionException {
        try (Connection connection = target.connect()) {
            for (Batch batch = claim(connection, BATCH); !batch.ids().isEmpty(); batch = claim(connection, BATCH)) {
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < batch.ids().size(); i++) {
                    long id = batch.ids().get(i);
                    long version = batch.versions().get(i);
                    running.add(
                            threads.submit(() -> own == null ? null : runInTransaction(own.connection(), id, version)));
                }
                for (Future<?> one : running) {
                    one.get();
                }
                if (own == null) {
                    complete(connection, batch);
                }
            }
            return null;
        }
    }

    /** A connection for each thread. */
    private final class Own implements AutoCloseable {

        private final List<Connection> all = new ArrayList<>();
        private final ThreadLocal<Connection> mine = new ThreadLocal<>();

        Connection connection() throws SQLException {
            if (mine.get() == null) {
                Connection connection = target.connect();
                connection.setAutoCommit(false);
                mine.set(connection);
                synchronized (all) {
                    all.add(connection);
                }
            }
            return mine.get();
        }

        @Override
        public void close() throws SQLException {
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    static Batch claim(Connection connection, int most) throws SQLException {
        Batch batch = new Batch(new ArrayList<>(), new ArrayList<>());
        try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setInt(1, most);
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    batch.ids().add(rows.getLong(1));
                    batch.versions().add(rows.getLong(2));
                }
            }
        }
        return batch;
    }

    static void complete(Connection connection, Batch batch) throws SQLException {
        try (PreparedStatement complete = connection.prepareStatement(COMPLETE)) {
            complete.setArray(1, connection.createArrayOf("bigint", batch.ids().toArray()));
            complete.setArray(
                    2, connection.createArrayOf("bigint", batch.versions().toArray()));
            complete.executeUpdate();
        }
    }

    private static Void runInTransaction(Connection connection, long id, long version) throws SQLException {
        try (PreparedStatement effect = connection.prepareStatement("insert into limit_effect values (?)");
                PreparedStatement complete = connection.prepareStatement(COMPLETE_ONE)) {
            effect.setLong(1, id);
            effect.executeUpdate();
            complete.setLong(1, id);
            complete.setLong(2, version);
            complete.executeUpdate();
            connection.commit();
        }
        return null;
    }

    /** Inserts rows on one connection, each in its own transaction, and returns the rows a second. */
    double insertSingly(int tasks) throws SQLException {
        try (Connection connection = target.connect();
                PreparedStatement insert =
                        connection.prepareStatement("insert into limit_task (details) values (?::jsonb)")) {
            connection.setAutoCommit(false);
            long start = System.nanoTime();
            for (int i = 0; i < tasks; i++) {
                insert.setString(1, "{\"n\":" + i + "}");
                insert.executeUpdate();
                connection.commit();
            }
            return Clock.perSecond(tasks, start);
        }
    }
}
