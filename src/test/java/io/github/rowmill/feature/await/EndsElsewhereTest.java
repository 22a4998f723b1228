package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.store.TaskEnds;
import io.github.rowmill.engine.wake.Listener;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Tests waits for tasks that end on another node, or whose callers wait on another node. */
@QuarkusTest
@TestProfile(ByHand.class)
class EndsElsewhereTest extends AwaitTest {

    private static final Duration POLL = Duration.ofSeconds(5);

    @Inject
    Listener listener;

    @Test
    void aNotificationEndsTheWaitLongBeforeThePoll() throws Exception {
        long id = enqueue("probe", task -> null);
        CompletableFuture<Receipt> receipt = marked(id);
        await().atMost(Duration.ofSeconds(30)).until(listener::isListening);
        long begun = System.nanoTime();

        completeElsewhere(id, "select pg_notify('rowmill_ended', '7,%s,x')".formatted(id));

        assertThat(get(receipt)).isEqualTo(RECEIPT);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(POLL.minusSeconds(1));
    }

    @Test
    void withoutANotificationThePollFindsTheEnd() throws Exception {
        long id = enqueue("probe", task -> null);
        CompletableFuture<Receipt> receipt = marked(id);

        completeElsewhere(id, "select 1");

        assertThat(get(receipt)).isEqualTo(RECEIPT);
    }

    @Test
    void aWaitEndsEvenIfItsListenerLosesItsSession() throws Exception {
        long id = enqueue("probe", task -> null);
        CompletableFuture<Receipt> receipt = marked(id);
        await().atMost(Duration.ofSeconds(30)).until(listener::isListening);

        rows.asSuperuser(
                "select pg_terminate_backend(pid) from pg_stat_activity where query ~ 'listen rowmill|pg_listening_channels' and pid <> pg_backend_pid()");
        completeElsewhere(id, "select 1");

        assertThat(get(receipt)).isEqualTo(RECEIPT);
        await().atMost(Duration.ofSeconds(30)).until(listener::isListening);
    }

    @Test
    void otherNodesAreNotifiedOfMarkedTasksAlone() throws Exception {
        long plain = enqueue("probe", task -> RECEIPT);
        long watched = enqueue("probe", task -> RECEIPT);
        long cancelled = enqueue("probe", task -> RECEIPT);
        rows.execute("update rowmill_task set watched = true where id in (%s, %s)".formatted(watched, cancelled));
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            statement.execute("listen rowmill_ended");

            queue.cancel(cancelled);
            mill.drain();

            assertThat(heard(other, 2))
                    .containsExactlyInAnyOrder(watched, cancelled)
                    .doesNotContain(plain);
        }
    }

    private static List<Long> heard(Connection other, int count) throws Exception {
        List<Long> ids = new java.util.ArrayList<>();
        while (ids.size() < count) {
            PGNotification[] some = other.unwrap(PGConnection.class).getNotifications(30_000);
            assertThat(some).isNotEmpty();
            Arrays.stream(some)
                    .flatMap(one -> Arrays.stream(one.getParameter().split(",")))
                    .map(Long::valueOf)
                    .forEach(ids::add);
        }
        return ids;
    }

    @Test
    void aThousandWaitsNeedFewStatements() throws Exception {
        List<Long> ids = new java.util.ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            ids.add(enqueue("noop-of-nobody", task -> null));
        }
        List<CompletableFuture<Receipt>> receipts =
                ids.stream().map(this::receipt).toList();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> rows.number("select count(*) from rowmill_task where watched") == 1000);

        try (Connection other = rows.connect();
                Statement statement = other.createStatement();
                JdbcCalls calls = new JdbcCalls()) {
            statement.execute(
                    "update rowmill_task set status = 'completed', finished = clock_timestamp(), version = version + 1");

            for (CompletableFuture<Receipt> one : receipts) {
                assertThat(get(one)).isNull();
            }
            // one finds all ends, and each of twenty reads 50 results
            assertThat(calls.roundTripsOf(TaskEnds.class)).isBetween(21L, 30L);
        }
    }
}
