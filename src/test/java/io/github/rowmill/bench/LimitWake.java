package io.github.rowmill.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Measures how soon hand-written SQL can start a task: a commit notifies, and a listener claims. */
final class LimitWake {

    private static final int BATCH = 500;

    private final Target target;
    private final Limit limit;

    LimitWake(Target target, Limit limit) {
        this.target = target;
        this.limit = limit;
    }

    /**
     * Commits {@code tasks} tasks with a notification. Returns how soon a listener on another connection claimed
     * each.
     */
    List<Wake> wake(int tasks) throws Exception {
        limit.fill(0);
        long[] claimed = new long[tasks];
        List<Wake> wakes = new ArrayList<>();
        Thread worker = new Thread(() -> listen(claimed), "limit-listener");
        try (Connection connection = target.connect();
                Statement send = connection.createStatement()) {
            connection.setAutoCommit(false);
            worker.start();
            Clock.pause();
            for (int i = 0; i < tasks; i++) {
                long asked = System.nanoTime();
                send.executeUpdate("insert into limit_task (details) values ('{}')");
                send.executeQuery("select pg_notify('limit_wake', '')").close();
                connection.commit();
                long sent = System.nanoTime();
                Clock.pause();
                synchronized (claimed) {
                    if (claimed[i] != 0) {
                        wakes.add(Wake.of(asked, sent, claimed[i]));
                    }
                }
            }
        } finally {
            worker.interrupt();
            worker.join();
        }
        return wakes;
    }

    private void listen(long[] claimed) {
        int next = 0;
        try (Connection connection = target.connect();
                Statement listen = connection.createStatement()) {
            listen.execute("listen limit_wake");
            var notifications = connection.unwrap(org.postgresql.PGConnection.class);
            while (!Thread.currentThread().isInterrupted() && next < claimed.length) {
                notifications.getNotifications(1000);
                Limit.Batch batch = Limit.claim(connection, BATCH);
                long now = System.nanoTime();
                synchronized (claimed) {
                    for (int i = 0; i < batch.ids().size(); i++) {
                        claimed[next++] = now;
                    }
                }
                if (!batch.ids().isEmpty()) {
                    Limit.complete(connection, batch);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
