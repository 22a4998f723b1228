package io.github.rowmill.engine.wake;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.Between;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.WorkerNode;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests a listener whose connection loses its other end, without a sign to either side. */
@QuarkusTest
@TestProfile(WorkerNode.class)
@WithTestResource(Between.AProxy.class)
class HalfOpenListenerTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @Inject
    Listener listener;

    @Inject
    Heard heard;

    Consumer<Boolean> halfOpen;

    @Test
    void aHalfOpenListenerIsReplacedAndTheNodeIsReady() {
        await().until(listener::isListening);

        halfOpen.accept(true);
        try {
            await().atMost(PATIENCE).until(() -> !listener.isListening());
        } finally {
            halfOpen.accept(false);
        }

        await().atMost(PATIENCE).until(listener::isListening);
        await().atMost(PATIENCE)
                .untilAsserted(() -> given().get("/q/health/ready")
                        .then()
                        .statusCode(200)
                        .body("checks.find { it.name == 'Rowmill' }.data.listening", startsWith("yes")));
        rows.asSuperuser("insert into rowmill_task (type, details) values ('noop', '{}')");
        rows.asSuperuser("select pg_notify('rowmill', 'default')");
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == 1);
    }

    @Test
    void notificationsOfOtherQueuesCauseNoClaims() {
        await().atMost(PATIENCE).until(listener::isListening);
        long before = listener.heard();
        heard.clear();
        rows.asSuperuser(
                "insert into rowmill_task (type, queue) select 'noop', queue from unnest(array['elsewhere', 'default']) queue");

        rows.asSuperuser("select pg_notify('rowmill', 'elsewhere'), pg_notify('rowmill', 'default')");

        await().atMost(PATIENCE).until(() -> listener.heard() == before + 2);
        await().atMost(PATIENCE).until(() -> !heard.of(TaskEvent.Claimed.class).isEmpty());
        assertThat(heard.of(TaskEvent.Claimed.class))
                .extracting(TaskEvent.Claimed::queue)
                .containsOnly("default");
    }
}
