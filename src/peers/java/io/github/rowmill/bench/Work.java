package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The tasks of a peer: one does nothing, one writes a row, and one records when it ran. The methods are static,
 * because JobRunr calls them by name.
 */
public final class Work {

    private static final AtomicLong FIRST = new AtomicLong();
    private static volatile CountDownLatch left = new CountDownLatch(0);
    private static volatile AtomicLongArray woken = new AtomicLongArray(0);
    private static volatile AgroalDataSource database;

    private Work() {}

    /** Prepares for {@code tasks} tasks. */
    static void expect(AgroalDataSource effects, int tasks) {
        database = effects;
        woken = new AtomicLongArray(tasks);
        FIRST.set(0);
        left = new CountDownLatch(tasks);
    }

    /** Waits until the last task has run. */
    static void await() throws InterruptedException {
        if (!left.await(10, TimeUnit.MINUTES)) {
            throw new IllegalStateException("%d tasks were not run".formatted(left.getCount()));
        }
    }

    /** Returns when the first task began, in nanoseconds. */
    static long first() {
        return FIRST.get();
    }

    /** Returns when task {@code n} ran, in nanoseconds. */
    static long woken(int n) {
        return woken.get(n);
    }

    /** A task that does nothing. */
    public static void noop() {
        FIRST.compareAndSet(0, System.nanoTime());
        left.countDown();
    }

    /** A task that notes when it ran. */
    public static void wake(int n) {
        woken.set(n, System.nanoTime());
        left.countDown();
    }

    /** A task that writes a row in its own transaction. No peer lets that transaction also complete the task. */
    public static void effect() throws SQLException {
        FIRST.compareAndSet(0, System.nanoTime());
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bench_measure (task_id, what, nanos) values (?, 'effect', 0)")) {
            insert.setLong(1, left.getCount());
            insert.executeUpdate();
        }
        left.countDown();
    }
}
