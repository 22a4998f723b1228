package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the number of waiting tasks of a queue, over REST. */
@QuarkusTest
@TestProfile(Guarded.class)
class DepthTest {

    private static final TaskRow LATER = TaskRow.of("noop").queue("mail").runAt("now() + interval '1 day'");

    @Inject
    Rows rows;

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_task where queue = 'mail'");
    }

    @Test
    void theDepthIsExactUpToTheMaximum() {
        rows.insert(LATER, 3);

        as("view")
                .get("/rowmill/api/queues/mail/depth")
                .then()
                .statusCode(200)
                .body("name", is("mail"))
                .body("depth", is(3))
                .body("exact", is(true));

        rows.insert(LATER, Queues.MAX_DEPTH);

        as("view")
                .get("/rowmill/api/queues/mail/depth")
                .then()
                .body("depth", is(Queues.MAX_DEPTH))
                .body("exact", is(false));
    }

    @Test
    void theDepthOfAForbiddenQueueIsRefused() {
        as("mail").get("/rowmill/api/queues/mail/depth").then().statusCode(200);
        as("mail").get("/rowmill/api/queues/other/depth").then().statusCode(403);
    }
}
