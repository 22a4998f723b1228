package io.github.rowmill.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** A disturbance of the database while a workload is measured. A span is {@code -Dbench.seconds} long. */
enum Disturbance {
    NONE(0, 1) {
        @Override
        AutoCloseable begin(Target target) {
            return () -> {};
        }
    },

    /** A transaction that has written and stays open. The measure is in the second half of its life. */
    HELD_TRANSACTION(3, 3) {
        @Override
        AutoCloseable begin(Target target) throws SQLException {
            Connection holder = target.connect();
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("insert into bench_mark default values");
            }
            return holder;
        }
    },

    /** Sessions that count the rows of the table repeatedly. */
    COUNTS(0, 1) {
        @Override
        AutoCloseable begin(Target target) {
            AtomicBoolean ends = new AtomicBoolean();
            ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
            List<Future<Object>> sessions = Stream.generate(() -> threads.submit(() -> count(target, ends)))
                    .limit(SESSIONS)
                    .toList();
            return () -> {
                ends.set(true);
                threads.shutdown();
                for (Future<Object> session : sessions) {
                    session.get();
                }
            };
        }
    };

    private static final int SESSIONS = 4;

    private final int spansBefore;
    private final int spans;

    Disturbance(int spansBefore, int spans) {
        this.spansBefore = spansBefore;
        this.spans = spans;
    }

    /** Begins the disturbance, and returns a handle that ends it. */
    abstract AutoCloseable begin(Target target) throws SQLException;

    /** Returns the number of spans between its start and the measure. */
    int spansBefore() {
        return spansBefore;
    }

    /** Returns the number of spans that are measured. */
    int spans() {
        return spans;
    }

    private static Object count(Target target, AtomicBoolean ends) throws SQLException {
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            while (!ends.get()) {
                statement.execute("select count(*) from rowmill_task");
            }
        }
        return ends;
    }
}
