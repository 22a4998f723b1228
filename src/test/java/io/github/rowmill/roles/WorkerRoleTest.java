package io.github.rowmill.roles;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.hasItems;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.WorkerNode;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Starts a node with only the worker role. It finds the schema migrated, and does not change it. */
@QuarkusTest
@TestProfile(WorkerNode.class)
@WithTestResource(WorkerLogin.class)
@WithTestResource(value = WorkerLogin.OfSuite.class, scope = TestResourceScope.GLOBAL)
class WorkerRoleTest {

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @Test
    void startsAndWorksWithoutTheRightToMigrate() {
        assertThat(rows.text("select current_user")).isEqualTo(RoleDatabase.WORKER);
        assertThatThrownBy(() -> rows.execute("alter table rowmill_task add column extra int"))
                .hasRootCauseMessage("ERROR: must be owner of table rowmill_task");

        long id = queue.enqueue(NewTask.ofJson("event", "{\"account\":\"a\",\"name\":\"n\",\"n\":1}"))
                .id();

        await().atMost(Duration.ofMinutes(1)).until(() -> rows.of(id, "status").equals("completed"));
        assertThat(rows.number("select count(*) from sample_event where task_id = " + id))
                .isEqualTo(1);
        given().get("/q/health/ready").then().statusCode(200).body("checks.name", hasItems("Rowmill"));
    }
}
