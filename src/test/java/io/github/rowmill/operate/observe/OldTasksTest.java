package io.github.rowmill.operate.observe;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests due times that no node's clock has ever shown, and observers that fail. */
@QuarkusTest
@TestProfile(ByHand.class)
class OldTasksTest {

    private static final String QUEUE = "of an observer that fails";

    /** An observer that fails for the queue of a test. */
    @Singleton
    static class FailingObserver {

        void on(@Observes TaskEvent.Rejected rejected) {
            if (rejected.queue().equals(QUEUE)) {
                throw new IllegalStateException("as if");
            }
        }
    }

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Heard heard;

    @Inject
    TaskEvents events;

    private Log log;

    @BeforeEach
    void listen() {
        rows.clear();
        heard.clear();
        log = Log.listen();
    }

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01T00:00:00Z", "1700-01-01T00:00:00Z", "1970-01-01T00:00:00Z"})
    void aTaskThatWasDueBeforeItsEnqueueHasWaitedSinceItsEnqueue(String runAt) {
        for (int i = 0; i < 20; i++) {
            queue.enqueue(NewTask.of("noop").queue("old").runAt(Instant.parse(runAt)));
        }

        mill.drain();

        assertThat(log.text()).doesNotContain("an observer of");
        assertThat(heard.of(TaskEvent.Started.class))
                .hasSize(20)
                .allSatisfy(started -> assertThat(started.waited()).isBetween(Duration.ZERO, Duration.ofMinutes(5)));
        assertThat(given().get("/q/metrics").asString()).doesNotContainPattern("rowmill_wait_seconds_sum\\{.*} -");
    }

    @Test
    void aRowThatIsDueSinceTheYearOneRuns() {
        rows.execute(
                "insert into rowmill_task (type, details, run_at) values ('noop', 'null', '0001-01-01 00:00:00+00')");

        mill.drain();

        assertThat(rows.text("select status from rowmill_task")).isEqualTo("completed");
        assertThat(log.text()).doesNotContain("an observer of");
    }

    @Test
    void theFailuresOfAnObserverDoNotFloodTheLog() {
        for (int i = 0; i < 1000; i++) {
            events.fire(new TaskEvent.Rejected(QUEUE, "noop"));
        }

        assertThat(log.text().split("an observer of Rejected failed", -1)).hasSizeBetween(2, 51);
    }
}
