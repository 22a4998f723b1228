package io.github.rowmill.engine.wake;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.RarePolls;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests notifications about tasks that others enqueue. Polls are so rare that only notifications explain early starts.
 */
@QuarkusTest
@TestProfile(RarePolls.class)
class RemoteWakeUpTest extends EngineTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String LISTENERS =
            " from pg_stat_activity where application_name = 'rowmill-listener' and datname = current_database()";

    @Inject
    Listener listener;

    @Inject
    Notifier notifier;

    @Inject
    Heard heard;

    @BeforeEach
    void listen() {
        await().atMost(SOON).until(listener::isListening);
        await().pollDelay(Duration.ZERO).until(() -> rows.number("select count(*)" + LISTENERS) == 1);
        heard.clear();
    }

    private long insert(String queue) {
        return rows.insert(TaskRow.of("noop").queue(queue));
    }

    private void notifies(String payload) {
        rows.text("select pg_notify('rowmill', '%s')::text".formatted(payload));
    }

    private void awaitCompleted(long id) {
        await().atMost(SOON).until(() -> rows.of(id, "status").equals("completed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mail", ""})
    void aNotifiedTaskOfAnotherProgramRunsBeforeThePoll(String payload) {
        long id = insert("mail");

        notifies(payload);

        awaitCompleted(id);
        assertThat(listener.heard()).isPositive();
    }

    @Test
    void aTaskNotifiedWhileTheListenerIsLostRunsLater() {
        String dead = rows.text("select pid" + LISTENERS);
        rows.asSuperuser("select pg_terminate_backend(pid)" + LISTENERS);
        await().pollInterval(Duration.ofMillis(10)).until(() -> rows.number("select count(*)" + LISTENERS) == 0);

        long id = insert("mail");
        notifies("mail");

        awaitCompleted(id);
        await().atMost(SOON).until(listener::isListening);
        assertThat(rows.text("select pid" + LISTENERS)).isNotEqualTo(dead);
        assertThat(heard.of(TaskEvent.RoundFailed.class))
                .extracting(TaskEvent.RoundFailed::loop)
                .containsOnly("listen");
    }

    @Test
    void meaninglessNotificationsCauseFewClaims() {
        long before = listener.heard();
        notifies("no-such-queue");
        notifies("x".repeat(7999));
        notifies("\u2028 \"; drop table rowmill_task; --");
        rows.text("select count(pg_notify('rowmill', 'queue-' || n)::text) from generate_series(1, 100000) n");
        await().atMost(SOON).until(() -> listener.heard() == before + 100_003);
        long id = insert("mail");
        notifies("mail");

        awaitCompleted(id);
        assertThat(heard.of(TaskEvent.Claimed.class)).hasSizeLessThan(100);
        assertThat(heard.of(TaskEvent.RoundFailed.class)).isEmpty();
        assertThat(listener.isListening()).isTrue();
    }

    @Test
    void aNodeIgnoresItsOwnNotifications() {
        long before = listener.heard();
        long sent = notifier.sent();

        for (int i = 0; i < 5; i++) {
            retry();
        }
        await().until(() -> notifier.sent() > sent);
        notifies("mail");
        await().atMost(SOON).until(() -> listener.heard() > before);

        assertThat(listener.heard()).isEqualTo(before + 1);
    }

    /** Queues a cancelled task again, as an admin. All nodes are notified of it. */
    private void retry() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();
        queue.cancel(id);
        queue.retry(id);
        awaitCompleted(id);
    }

    @Test
    void anEnqueueIsNotifiedOnlyBeyondTheRoomOfItsNode() {
        long sent = notifier.sent();
        for (int i = 0; i < 5; i++) {
            awaitCompleted(queue.enqueue(NewTask.of("noop")).id());
        }
        retry();
        await().until(() -> notifier.sent() > sent);
        assertThat(notifier.sent()).isEqualTo(sent + 1);

        queue.enqueue(IntStream.range(0, 5000).mapToObj(n -> NewTask.of("noop")).toList());

        await().until(() -> notifier.sent() > sent + 1);
    }

    @Test
    void healthAndMetricsShowThatTheNodeListens() {
        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("checks.find { it.name == 'Rowmill' }.data.listening", equalTo("yes"));
        assertThat(given().get("/q/metrics").asString()).contains("rowmill_listening 1.0");
    }
}
