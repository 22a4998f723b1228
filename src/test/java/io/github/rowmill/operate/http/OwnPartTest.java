package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.by;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.Side;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Checks that a caller with a part of the queues and types sees that part only. */
@QuarkusTest
@TestProfile(Guarded.class)
class OwnPartTest {

    @Inject
    Rows rows;

    @Test
    void aCallerOfOneTypePausesAndResumesThatType() {
        by("typed")
                .queryParam("type", "noop")
                .post("/rowmill/api/queues/mail/pause")
                .then()
                .statusCode(200)
                .body("pausedTypes", contains("noop"));
        by("typed")
                .queryParam("type", "noop")
                .post("/rowmill/api/queues/mail/resume")
                .then()
                .statusCode(200)
                .body("pausedTypes", empty());
    }

    @Test
    void aRefusalDoesNotShowTheQueueOfTheTask() {
        long id = Api.id(Guarded.as("operate")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"noop\", \"queue\": \"payroll-of-may\", \"delay\": \"30d\"}")
                .post(Api.TASKS)
                .then()
                .statusCode(201));

        by("mail-payload").get(Api.TASKS + "/" + id).then().statusCode(403).body(not(containsString("payroll")));
    }

    @Test
    void aCallerHasOneReadAtATimeOnTheApplicationsPool() throws SQLException {
        String path = "/rowmill/api/queues/mail";
        try (Connection gate = rows.connect()) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("lock table rowmill_queue in access exclusive mode");
            CompletableFuture<Integer> first =
                    Side.begin(() -> Guarded.as("operate").get(path).statusCode());
            await().until(() -> rows.number(
                            "select count(*) from pg_locks where not granted and relation = 'rowmill_queue'::regclass")
                    > 0);

            Guarded.as("operate")
                    .get(path)
                    .then()
                    .statusCode(503)
                    .body("detail", containsString("this caller has too many requests at once"));

            gate.rollback();
            assertThat(first).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(200);
        }
    }

    @Test
    void aUserHasAtMostFiftySessions() {
        rows.execute("""
                insert into rowmill_session (digest, name, password, expires)
                select sha256(cast(cast(n as text) as bytea)), 'payload', '\\x00', now() + interval '1 min'
                  from generate_series(1, 60) n
                """);

        given().redirects()
                .follow(false)
                .formParam("name", "payload")
                .formParam("password", "payload-secret")
                .post("/rowmill/login")
                .then()
                .statusCode(303);

        assertThat(rows.number("select count(*) from rowmill_session where name = 'payload'"))
                .isEqualTo(50);
        rows.execute("delete from rowmill_session where name = 'payload'");
    }

    @Test
    void aDeletedScheduleIsAuditedWithItsLastState() {
        String name = Api.fresh("gone");
        String path = "/rowmill/api/schedules/" + name;
        Guarded.as("admin")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"noop\", \"cron\": \"7 3 * * *\"}")
                .put(path)
                .then()
                .statusCode(201);

        Guarded.as("admin").delete(path).then().statusCode(204);

        Guarded.as("admin")
                .queryParam("kind", "schedule")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("delete"))
                .body("entries[0].before.cron", is("7 3 * * *"));
    }

    @Test
    void aRefusalListsOnlyTheTypesOfTheCaller() {
        by("typed")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"nothing\", \"queue\": \"mail\"}")
                .post(Api.TASKS)
                .then()
                .statusCode(422)
                .body("detail", is("this application has no handler for the type; you may enqueue [noop]"));
    }
}
