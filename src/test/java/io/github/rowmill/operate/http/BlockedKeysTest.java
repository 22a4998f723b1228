package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests keys that are blocked by a dead task, over REST. */
@QuarkusTest
@TestProfile(Guarded.class)
class BlockedKeysTest {

    private static final String KEY = "k/7 & more";

    @Inject
    Queues queues;

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    private long dead;

    @BeforeEach
    void block() {
        queues.change("mail", rules -> rules.ordered(true).blocks(true));
        dead = tasks.enqueue(NewTask.of("noop").queue("mail").key(KEY).delay(Duration.ofDays(1)))
                .id();
        rows.execute(
                "update rowmill_task set status = 'dead', finished = now(), version = version + 1 where id = " + dead);
    }

    @AfterEach
    void clear() {
        queues.delete("mail");
        rows.execute("delete from rowmill_task where queue = 'mail'");
    }

    @Test
    void aBlockedKeyIsListedUntilItIsUnblocked() {
        as("view")
                .get("/rowmill/api/queues/mail/blocked")
                .then()
                .statusCode(200)
                .body("size()", is(1))
                .body("[0].key", is(KEY))
                .body("[0].task.toString()", is(Long.toString(dead)));

        as("mail")
                .queryParam("key", KEY)
                .post("/rowmill/api/queues/mail/unblock")
                .then()
                .statusCode(200)
                .body("key", is(KEY))
                .body("passed", is(1));

        as("view").get("/rowmill/api/queues/mail/blocked").then().body("size()", is(0));
        as("admin")
                .get("/rowmill/api/audit?kind=queue&name=mail")
                .then()
                .body("entries[0].action", is("unblock"))
                .body("entries[0].actor", is("mail"))
                .body("entries[0].after.key", is(KEY));
        as("mail")
                .queryParam("key", KEY)
                .post("/rowmill/api/queues/mail/unblock")
                .then()
                .body("passed", is(0));
    }

    @Test
    void blockedKeysNeedThePermissionForTheQueue() {
        as("mail").get("/rowmill/api/queues/other/blocked").then().statusCode(403);
        as("mail").post("/rowmill/api/queues/other/unblock?key=k").then().statusCode(403);
        as("view").post("/rowmill/api/queues/mail/unblock?key=k").then().statusCode(403);
        as("mail")
                .post("/rowmill/api/queues/mail/unblock")
                .then()
                .statusCode(400)
                .body("violations[0].field", is("key"))
                .body("violations[0].message", containsString("text of a key"));
        assertThat(queues.blocked("mail")).hasSize(1);
    }
}
