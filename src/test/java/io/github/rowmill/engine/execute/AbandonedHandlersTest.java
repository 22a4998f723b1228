package io.github.rowmill.engine.execute;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.claim.Claimer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that do not react to the interrupt of their timeout: their tasks go on without them, and the loss is said before all workers are gone. */
@QuarkusTest
@TestProfile(ByHand.class)
class AbandonedHandlersTest extends EngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Claimer claimer;

    @Inject
    WorkerPool pool;

    @Inject
    Heard heard;

    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void theirWorkersAreCountedAsLostAndHalfOfThemMakeTheNodeUnready() {
        heard.clear();
        long first = abandon();
        ready().statusCode(200).body(lost(), equalTo("1 of 4"));

        long second = abandon();
        ready().statusCode(503).body(lost(), equalTo("2 of 4"));

        assertThat(heard.of(TaskEvent.Abandoned.class))
                .extracting(TaskEvent.Abandoned::id)
                .containsExactly(first, second);
        release.countDown();
        await().atMost(PATIENCE).until(() -> pool.abandoned() == 0);
        ready().statusCode(200);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued' and attempts = 1"))
                .isEqualTo(2);
        assertThat(rows.number("select count(*) from rowmill_attempt where error like 'timed out%'"))
                .isEqualTo(2);
    }

    /** Runs a task whose handler waits on, however often it is interrupted, until its worker counts as lost. */
    private long abandon() {
        long before = pool.abandoned();
        long id = queue.enqueue(NewTask.of("probe-short", probes.behave(task -> waitOn())))
                .id();
        claimer.claimOnce();
        await().atMost(PATIENCE)
                .until(() ->
                        pool.abandoned() == before + 1 && rows.of(id, "status").equals("queued"));
        rows.execute("update rowmill_task set run_at = now() + interval '1 hour' where id = " + id);
        return id;
    }

    private Object waitOn() {
        while (true) {
            try {
                release.await();
                return null;
            } catch (InterruptedException e) {
                // this is what it is about
            }
        }
    }

    private static ValidatableResponse ready() {
        return given().get("/q/health/ready").then();
    }

    private static String lost() {
        return "checks.find { it.name == 'Rowmill' }.data.'lost workers'";
    }
}
