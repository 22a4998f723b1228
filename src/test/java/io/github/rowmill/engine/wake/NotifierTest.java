package io.github.rowmill.engine.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.Bounds;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Tests the notifications that a node that only enqueues sends to others. */
@QuarkusTest
@TestProfile(ByHand.class)
class NotifierTest extends EngineTest {

    private static final int SESSIONS = 32;
    private static final int PATIENCE_MILLIS = 5_000;

    @Inject
    StatelessSession session;

    private Connection ear;

    @BeforeEach
    void listen() throws SQLException {
        ear = rows.connect();
        ear.createStatement().execute("listen rowmill");
        while (ear.unwrap(PGConnection.class).getNotifications(100).length > 0) {
            // Drops notifications of earlier tests.
        }
    }

    @AfterEach
    void stopListening() throws SQLException {
        ear.createStatement().execute("unlisten *");
        ear.close();
    }

    private List<PGNotification> heard() throws SQLException {
        return List.of(ear.unwrap(PGConnection.class).getNotifications(PATIENCE_MILLIS));
    }

    @Test
    void anEnqueueIsNotifiedByASeparateSession() throws SQLException {
        int user = QuarkusTransaction.requiringNew().call(() -> {
            queue.enqueue(NewTask.of("noop").queue("mail"));
            return session.createNativeQuery("select pg_backend_pid()", Integer.class)
                    .getSingleResult();
        });

        List<PGNotification> heard = heard();

        assertThat(heard).extracting(PGNotification::getParameter).containsExactly("mail");
        assertThat(heard.get(0).getPID()).isNotEqualTo(user);
    }

    @Test
    void aRolledBackOrLaterTaskCausesNoNotification() throws SQLException {
        QuarkusTransaction.begin();
        queue.enqueue(NewTask.of("noop").queue("rolled-back"));
        QuarkusTransaction.rollback();
        queue.enqueue(NewTask.of("noop").queue("later").delay(Duration.ofHours(1)));
        queue.enqueue(NewTask.of("noop").queue("mail"));

        assertThat(heard()).extracting(PGNotification::getParameter).containsExactly("mail");
    }

    @Test
    void retriesAndRecoveriesAreNotified() throws SQLException {
        long cancelled = queue.enqueue(NewTask.of("noop").queue("retried").delay(Duration.ofHours(1)))
                .id();
        queue.cancel(cancelled);
        queue.retry(cancelled);
        assertThat(heard()).extracting(PGNotification::getParameter).containsExactly("retried");
        rows.insert(TaskRow.of("noop").queue("recovered").attempts(1).executing("dead", "now()"));

        mill.drain();

        assertThat(heard()).extracting(PGNotification::getParameter).containsExactly("recovered");
    }

    @Test
    void onlyTasksDueAtOnceAreNotifiedIfTheNodeHasNoRoom() throws SQLException {
        enqueueSilently("waits", probes.behave(task -> Outcome.snooze(Duration.ofHours(1))));
        enqueueSilently("snoozed", probes.behave(task -> Outcome.snooze(Duration.ZERO)));
        enqueueSilently("retried", probes.behave(task -> Outcome.retry(new IllegalStateException(), Duration.ZERO)));

        mill.runOnce();

        assertThat(heardUntilSilence()).containsExactlyInAnyOrder("snoozed", "retried");
    }

    @Test
    void aQueueNameTooLongToNotifyDoesNotBlockOtherQueues() throws SQLException {
        String huge = "x".repeat(9_000);
        Bounds.drop(rows);
        try {
            queue.retry(rows.insert(TaskRow.of("noop").queue(huge).ended(TaskStatus.CANCELLED)));
            queue.enqueue(NewTask.of("noop").queue("mail"));

            assertThat(heard()).extracting(PGNotification::getParameter).containsExactly("mail");
        } finally {
            rows.clear();
            Bounds.add(rows);
        }
    }

    @Test
    void manyQueuesAtOnceAreNotifiedAsAllQueues() throws SQLException {
        QuarkusTransaction.requiringNew().run(() -> {
            for (int i = 0; i < 1000; i++) {
                queue.enqueue(NewTask.of("noop").queue("queue-" + i));
            }
        });

        List<String> told = new ArrayList<>();
        while (!told.contains("")) {
            List<PGNotification> heard = heard();
            assertThat(heard).isNotEmpty();
            heard.forEach(one -> told.add(one.getParameter()));
        }

        assertThat(told).hasSizeLessThan(500);
    }

    @Test
    void aFloodIsNotifiedAtMostOnceInTenMilliseconds() throws Exception {
        Map<String, Double> rates = new HashMap<>();
        List<PGNotification> heard = new ArrayList<>();
        long notified = 0;
        for (int round = 0; round < 3; round++) {
            long begun = System.nanoTime();
            measure(rates, "notified", () -> queue.enqueue(NewTask.of("noop")));
            notified += System.nanoTime() - begun;
            for (List<PGNotification> more = heard(); !more.isEmpty(); more = heard(100)) {
                heard.addAll(more);
            }
            measure(rates, "silent", () -> queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))));
            measure(rates, "notified in the user's transaction", this::enqueueAndNotifyTogether);
            while (!heard(100).isEmpty()) {
                // Drops notifications of users' transactions.
            }
        }

        System.out.printf("enqueues/s of %d sessions: %s, notifications: %d%n", SESSIONS, rates, heard.size());
        Map<String, Long> byQueue =
                heard.stream().collect(Collectors.groupingBy(PGNotification::getParameter, Collectors.counting()));
        assertThat(byQueue).containsOnlyKeys("default");
        assertThat(byQueue.get("default"))
                .isBetween(1L, Duration.ofNanos(notified).toMillis() / 10 + 6);
    }

    /** Inserts a task by SQL, without a notification. */
    private void enqueueSilently(String name, Probes.Probe probe) {
        rows.insert(TaskRow.of("probe").queue(name).details("{\"key\": \"%s\"}".formatted(probe.key())));
    }

    private Set<String> heardUntilSilence() throws SQLException {
        Set<String> told = new TreeSet<>();
        for (List<PGNotification> more = heard(); !more.isEmpty(); more = heard(1_000)) {
            more.forEach(one -> told.add(one.getParameter()));
        }
        return told;
    }

    private List<PGNotification> heard(int patience) throws SQLException {
        return List.of(ear.unwrap(PGConnection.class).getNotifications(patience));
    }

    private void enqueueAndNotifyTogether() {
        QuarkusTransaction.requiringNew().run(() -> {
            queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1)));
            session.createNativeQuery("select cast(pg_notify('rowmill', 'other') as text)", String.class)
                    .getSingleResult();
        });
    }

    /** Lets all sessions call {@code enqueue} for a second, and keeps the best rate. */
    private static void measure(Map<String, Double> rates, String name, Runnable enqueue) throws Exception {
        ExecutorService sessions = Executors.newFixedThreadPool(SESSIONS);
        AtomicInteger done = new AtomicInteger();
        long begun = System.nanoTime();
        long end = begun + Duration.ofSeconds(1).toNanos();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            all.add(sessions.submit(() -> {
                while (System.nanoTime() - end < 0) {
                    enqueue.run();
                    done.incrementAndGet();
                }
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        sessions.shutdown();
        rates.merge(name, (double) (done.get() * 1_000_000_000L / (System.nanoTime() - begun)), Math::max);
    }
}
