package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.github.rowmill.operate.http.Guarded.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.mask.PaymentHandler;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the caller's permissions also hold for rows that a verb meets besides the one that it names. */
@QuarkusTest
@TestProfile(Guarded.class)
class MetTasksTest {

    private static final String SCHEDULES = "/rowmill/api/schedules/";

    @Inject
    TaskQueue queue;

    @Inject
    Rows rows;

    @Inject
    DataSource database;

    private final String key = Api.fresh("key");
    private final String elsewhere = Api.fresh("secret");

    private long held(String in) {
        return queue.enqueue(NewTask.of("noop", Map.of("word", "of the payload"))
                        .queue(in)
                        .uniqueKey(key)
                        .delay(Duration.ofDays(30)))
                .id();
    }

    private String body(String onDuplicate) {
        return "{\"type\": \"noop\", \"queue\": \"mail\", \"uniqueKey\": \"%s\", \"delay\": \"1d\", \"payload\": {\"word\": \"mine\"}, \"onDuplicate\": \"%s\"}"
                .formatted(key, onDuplicate);
    }

    private Response enqueue(RequestSpecification caller, String onDuplicate, boolean many) {
        String one = body(onDuplicate);
        return caller.contentType(ContentType.JSON)
                .body(many ? "[" + one + "]" : one)
                .post(Api.TASKS + (many ? "/bulk" : ""));
    }

    private String state(long id) {
        return rows.of(id, "concat_ws(' ', queue, version, run_at, details)");
    }

    @Test
    void aDuplicateInAHiddenQueueShowsOnlyItsId() {
        long id = held(elsewhere);

        enqueue(by("mail-payload"), "keep", false)
                .then()
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("duplicate", is(true))
                .body("result", is("existing"))
                .body("$", aMapWithSize(3))
                .header("Location", containsString("/" + id))
                .body(not(containsString(elsewhere)));
        enqueue(by("mail-payload"), "refuse", false)
                .then()
                .statusCode(409)
                .body(containsString(String.valueOf(id)))
                .body(not(containsString(elsewhere)));
    }

    @Test
    void aDuplicateInAVisibleQueueIsShownInFull() {
        long id = held("mail");

        enqueue(by("mail-payload"), "keep", false)
                .then()
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("details.word", is("of the payload"));
    }

    @ParameterizedTest
    @CsvSource({"reschedule, false", "reschedule, true", "replace, false", "replace, true"})
    void aDuplicateInAHiddenQueueIsNotChanged(String onDuplicate, boolean many) {
        long id = held(elsewhere);
        String before = state(id);

        enqueue(by("mail-payload"), onDuplicate, many)
                .then()
                .statusCode(403)
                .body(containsString(String.valueOf(id)))
                .body(not(containsString(elsewhere)));

        assertThat(state(id)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBulkWithOneRefusedTaskWritesNothing(boolean first) {
        long id = held(elsewhere);
        String before = state(id);
        String source = Api.fresh("source");
        String other =
                "{\"type\": \"noop\", \"queue\": \"mail\", \"delay\": \"1d\", \"source\": \"%s\"}".formatted(source);

        by("mail-payload")
                .contentType(ContentType.JSON)
                .body(
                        first
                                ? "[%s, %s]".formatted(body("replace"), other)
                                : "[%s, %s]".formatted(other, body("replace")))
                .post(Api.TASKS + "/bulk")
                .then()
                .statusCode(403);

        assertThat(state(id)).isEqualTo(before);
        as("view").queryParam("q", "source:" + source).get(Api.TASKS).then().body("tasks", empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theReplacementOfAPayloadNeedsViewPayload(boolean many) {
        long id = held("mail");
        String before = state(id);

        enqueue(as("mail"), "replace", many).then().statusCode(403).body("detail", containsString("view-payload"));
        assertThat(state(id)).isEqualTo(before);

        enqueue(as("mail"), "reschedule", many).then().statusCode(200);
        enqueue(by("mail-payload"), "replace", many).then().statusCode(200);
        assertThat(rows.of(id, "details ->> 'word'")).isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({"reschedule, false", "reschedule, true", "replace, false", "replace, true"})
    void aReplacedOrRescheduledTaskIsAudited(String onDuplicate, boolean many) {
        long id = held(elsewhere);

        enqueue(as("admin"), onDuplicate, many).then().statusCode(200);

        Response audit =
                as("admin").queryParam("kind", "task").queryParam("name", id).get("/rowmill/api/audit");
        audit.then()
                .body("entries.size()", is(1))
                .body("entries[0].action", is(onDuplicate))
                .body("entries[0].actor", is("admin"))
                .body("entries[0].before.queue", is(elsewhere))
                .body("entries[0].after.version", is(1));
        assertThat(audit.asString().contains("of the payload")).isEqualTo(onDuplicate.equals("replace"));
    }

    @ParameterizedTest
    @CsvSource({"replace, false", "replace, true", "reschedule, false"})
    void aTaskThatMovesToAHiddenQueueMeanwhileIsNotChanged(String onDuplicate, boolean many) throws Exception {
        long id = held("mail");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection mover = database.getConnection()) {
            mover.setAutoCommit(false);
            mover.createStatement()
                    .execute("update rowmill_task set queue = '%s', version = version + 1 where id = %s"
                            .formatted(elsewhere, id));
            Future<Response> answer = other.submit(() -> enqueue(by("mail-payload"), onDuplicate, many));
            await().atMost(Duration.ofSeconds(20)).until(() -> waiting("rowmill_task") > 0);
            mover.commit();

            answer.get(20, TimeUnit.SECONDS).then().statusCode(403);
        } finally {
            other.shutdownNow();
        }

        assertThat(state(id)).startsWith(elsewhere + " 1 ").contains("of the payload");
    }

    @Test
    void aTaskThatMovesToAHiddenQueueMeanwhileIsNotCancelled() throws Exception {
        long id = held("mail");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection mover = database.getConnection()) {
            mover.setAutoCommit(false);
            mover.createStatement()
                    .execute("update rowmill_task set queue = '%s', version = version + 1 where id = %s"
                            .formatted(elsewhere, id));
            Future<Response> answer = other.submit(() -> as("mail").post(Api.TASKS + "/" + id + "/cancel"));
            await().atMost(Duration.ofSeconds(20)).until(() -> waiting("rowmill_task") > 0);
            mover.commit();

            answer.get(20, TimeUnit.SECONDS).then().statusCode(403);
        } finally {
            other.shutdownNow();
        }

        assertThat(rows.of(id, "status")).isEqualTo("queued");
    }

    @Test
    void aScheduleThatAppearsMeanwhileInAnotherQueueIsNotChanged() throws Exception {
        String name = Api.fresh("schedule");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection creator = database.getConnection()) {
            creator.setAutoCommit(false);
            creator.createStatement()
                    .execute(
                            "insert into rowmill_schedule (name, type, queue, cron) values ('%s', 'noop', '%s', '@yearly')"
                                    .formatted(name, elsewhere));
            Future<Response> answer = other.submit(() -> by("mail-admin")
                    .contentType(ContentType.JSON)
                    .body("{\"type\": \"noop\", \"queue\": \"mail\", \"cron\": \"@monthly\"}")
                    .put(SCHEDULES + name));
            await().atMost(Duration.ofSeconds(20)).until(() -> waiting("rowmill_schedule") > 0);
            creator.commit();

            answer.get(20, TimeUnit.SECONDS).then().statusCode(403);
        } finally {
            other.shutdownNow();
        }

        as("admin").get(SCHEDULES + name).then().body("queue", is(elsewhere)).body("cron", is("@yearly"));
        as("admin").delete(SCHEDULES + name).then().statusCode(204);
    }

    private long waiting(String table) throws SQLException {
        return rows.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%"
                + table + "%'");
    }

    // Grants of types

    @Test
    void aGrantForOneTypeDoesNotHoldForOtherTypes() {
        long mine = queue.enqueue(NewTask.of("noop", Map.of()).queue("mail").delay(Duration.ofDays(30)))
                .id();
        long other = queue.enqueue(NewTask.ofJson(PaymentHandler.TYPE, "{\"account\": \"a7\", \"card\": \"c\"}")
                        .queue("mail")
                        .delay(Duration.ofDays(30)))
                .id();

        by("typed").get(Api.TASKS + "/" + mine).then().statusCode(200);
        by("typed").get(Api.TASKS + "/" + other).then().statusCode(403).body("detail", containsString("some types"));
        by("typed").post(Api.TASKS + "/" + other + "/cancel").then().statusCode(403);
        by("typed").get(Api.TASKS).then().statusCode(200).body("tasks.type.unique()", is(java.util.List.of("noop")));
        by("typed")
                .queryParam("q", "queue:mail type:" + PaymentHandler.TYPE)
                .get(Api.TASKS)
                .then()
                .body("tasks", empty());
        by("typed")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"%s\", \"queue\": \"mail\", \"payload\": {\"account\": \"a\", \"card\": \"c\"}}"
                        .formatted(PaymentHandler.TYPE))
                .post(Api.TASKS)
                .then()
                .statusCode(403);
        by("typed")
                .contentType(ContentType.JSON)
                .body("{\"action\": \"cancel\", \"q\": \"queue:mail\"}")
                .post("/rowmill/api/jobs")
                .then()
                .statusCode(403);
        by("typed").post("/rowmill/api/queues/mail/pause").then().statusCode(403);
        by("typed").get("/rowmill/api/failures?queue=mail").then().statusCode(403);
        by("typed").get("/rowmill/api/queues/mail").then().statusCode(403);
        by("typed").post(Api.TASKS + "/" + mine + "/cancel").then().statusCode(200);
    }
}
