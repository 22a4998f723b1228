package io.github.rowmill.engine.wake;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.operate.page.UnderPrefix;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests a node that is configured not to notify or listen, and to claim after the commit. */
@QuarkusTest
@TestProfile(UnderPrefix.class)
class NoNotificationsTest extends EngineTest {

    @Inject
    Notifier notifier;

    @Inject
    Heard heard;

    @Test
    void aTaskIsClaimedAfterTheCommitThatEnqueuesIt() {
        heard.clear();

        long id = queue.enqueue(NewTask.of("noop")).id();

        await().atMost(Duration.ofSeconds(5)).until(() -> rows.of(id, "status").equals("completed"));
        assertThat(heard.of(TaskEvent.Enqueued.class))
                .extracting(TaskEvent.Enqueued::claimed)
                .containsExactly(false);
    }

    @Test
    void pollingFindsTasksThatOtherProgramsInsert() {
        long own = queue.enqueue(NewTask.of("noop")).id();
        long anothers = rows.insert(TaskRow.of("noop"));

        await().atMost(Duration.ofSeconds(15))
                .until(() -> rows.of(own, "status").equals("completed")
                        && rows.of(anothers, "status").equals("completed"));

        assertThat(notifier.sent()).isZero();
        await().until(() ->
                rows.number("select count(*) from pg_stat_activity where application_name = 'rowmill-listener'") == 0);
        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("checks.find { it.name == 'Rowmill' }.data.listening", nullValue());
    }
}
