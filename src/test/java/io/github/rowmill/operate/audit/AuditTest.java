package io.github.rowmill.operate.audit;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that actions of callers are recorded, with the name of the caller. */
@QuarkusTest
@TestProfile(Guarded.class)
class AuditTest {

    private static final String AUDIT = "/rowmill/api/audit";

    @Inject
    TaskQueue queue;

    @Inject
    Heard heard;

    /** Collects the events of recorded actions. */
    @Singleton
    static class Heard {

        final List<TaskEvent.Audited> events = new CopyOnWriteArrayList<>();

        void on(@Observes TaskEvent.Audited audited) {
            events.add(audited);
        }
    }

    @Test
    void anActionIsAuditedWithItsCaller() {
        long id = Guarded.waiting(queue, Api.fresh("audit"));

        as("operate").post(Api.TASKS + "/" + id + "/cancel").then().statusCode(200);
        as("view").post(Api.TASKS + "/" + id + "/retry").then().statusCode(403);
        given().header("Authorization", "Bearer " + Guarded.TOKEN)
                .post(Api.TASKS + "/" + id + "/retry")
                .then()
                .statusCode(200);

        as("admin")
                .get(AUDIT + "?kind=task&name=" + id)
                .then()
                .statusCode(200)
                .body("entries.actor", is(List.of("token ci", "operate")))
                .body("entries.action", is(List.of("retry", "cancel")))
                .body("entries.before.status", is(List.of("cancelled", "queued")))
                .body("entries.after.status", is(List.of("queued", "cancelled")))
                .body("entries[0].address", is("127.0.0.1"))
                .body("next", nullValue());
        assertThat(heard.events)
                .contains(
                        new TaskEvent.Audited("operate", "cancel", "task", String.valueOf(id)),
                        new TaskEvent.Audited("token ci", "retry", "task", String.valueOf(id)));
    }

    @Test
    void aRefusedActionIsNotAudited() {
        long id = Guarded.waiting(queue, Api.fresh("audit"));

        as("operate").post(Api.TASKS + "/" + id + "/retry").then().statusCode(409);

        as("admin").get(AUDIT + "?kind=task&name=" + id).then().body("entries", is(List.of()));
    }

    @Test
    void actionsOnQueuesAreAuditedAndListedInPages() {
        String name = Api.fresh("audit");
        as("operate").post("/rowmill/api/queues/" + name + "/pause").then().statusCode(200);
        as("admin")
                .post("/rowmill/api/queues/" + name + "/limit?concurrency=3")
                .then()
                .statusCode(200);

        int first = as("admin")
                .get(AUDIT + "?kind=queue&name=" + name + "&limit=1")
                .then()
                .body("entries.action", is(List.of("limit")))
                .body("entries[0].before", nullValue())
                .body("entries[0].after", is(Map.of("concurrency", 3)))
                .extract()
                .jsonPath()
                .getInt("next");
        as("admin")
                .get(AUDIT + "?kind=queue&name=" + name + "&limit=1&after=" + first)
                .then()
                .body("entries.action", is(List.of("pause")))
                .body("entries[0].before", nullValue())
                .body("next", nullValue());
    }

    @ParameterizedTest
    @CsvSource({"?kind=task, name", "?name=7, kind", "?limit=0, limit", "?after=x, after"})
    void aWrongParameterOfTheAuditIsNamed(String query, String field) {
        as("admin").get(AUDIT + query).then().statusCode(400).body("violations.field", is(List.of(field)));
    }

    @Test
    void aKindThatCannotBeStoredIsRefused() {
        as("admin")
                .queryParam("kind", "task\u0000")
                .queryParam("name", "1")
                .get(AUDIT)
                .then()
                .statusCode(400)
                .body("violations.field", is(List.of("kind")));
    }
}
