package io.github.rowmill.engine.wake;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.Between;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Tests a node behind PgBouncer in transaction mode. There a {@code LISTEN} would stay with a session that soon belongs
 * to another client.
 */
@QuarkusTest
@WithTestResource(Between.APooler.class)
@EnabledIf("io.github.rowmill.chaos.site.PgBouncer#isThere")
class SharedSessionsTest extends EngineTest {

    @Inject
    Listener listener;

    @Inject
    Heard heard;

    @Test
    void aNodeBehindAPoolerPollsAndReportsTheSettingOnce() {
        await().atMost(Duration.ofSeconds(20)).until(() -> failures().size() == 1);
        long own = queue.enqueue(NewTask.of("noop")).id();
        long anothers = rows.insert(TaskRow.of("noop"));

        await().atMost(Duration.ofSeconds(20))
                .until(() -> rows.of(own, "status").equals("completed")
                        && rows.of(anothers, "status").equals("completed"));

        assertThat(listener.isListening()).isFalse();
        assertThat(failures())
                .singleElement()
                .extracting(TaskEvent.RoundFailed::cause)
                .asString()
                .contains("rowmill.notify");
        assertThat(rows.number("select count(*) from pg_stat_activity where query like 'listen%'"))
                .isZero();
        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("checks.find { it.name == 'Rowmill' }.data.listening", startsWith("no"));
    }

    private List<TaskEvent.RoundFailed> failures() {
        return heard.of(TaskEvent.RoundFailed.class).stream()
                .filter(failed -> failed.loop().equals("listen"))
                .toList();
    }
}
