package io.github.rowmill.bench;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What the tasks of a peer do: nothing, or write one row, or say when they were run. Static, as JobRunr calls it by name. */
public final class Work {

    private static final AtomicLong FIRST = new AtomicLong();
    private static volatile CountDownLatch left = new CountDownLatch(0);
    private static volatile AtomicLongArray woken = new AtomicLongArray(0);
    private static volatile AgroalDataSource database;

    private Work() {}

    /** Before so many tasks. */
    static void expect(AgroalDataSource effects, int tasks) {
        database = effects;
        woken = new AtomicLongArray(tasks);
        FIRST.set(0);
        left = new CountDownLatch(tasks);
    }

    /** Waits for the last to have been run. */
    static void await() throws InterruptedException {
        if (!left.await(10, TimeUnit.MINUTES)) {
            throw new IllegalStateException("%d tasks were not run".formatted(left.getCount()));
        }
    }

    /** When the first one began, in nanoseconds. */
    static long first() {
        return FIRST.get();
    }

    /** When this one was run, in nanoseconds. */
    static long woken(int n) {
        return woken.get(n);
    }

    /** The task that does nothing. */
    public static void noop() {
        FIRST.compareAndSet(0, System.nanoTime());
        left.countDown();
    }

    /** The task that notes when it was run. */
    public static void wake(int n) {
        woken.set(n, System.nanoTime());
        left.countDown();
    }

    /** The task that writes a row, in a transaction of its own: neither peer lets it be the one that completes the task. */
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
