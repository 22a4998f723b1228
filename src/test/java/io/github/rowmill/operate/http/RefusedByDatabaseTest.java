package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a refusal by a constraint or trigger of the application is a conflict, not a fault of the server. */
@QuarkusTest
class RefusedByDatabaseTest {

    @Inject
    Rows rows;

    private final String queue = Api.fresh("refused");
    private long task;

    @BeforeEach
    void enqueue() {
        forget();
        task = Api.waiting(queue);
    }

    @AfterEach
    void forget() {
        rows.asSuperuser("""
                drop table if exists test_invoice;
                drop trigger if exists test_refuses on rowmill_task;
                drop trigger if exists test_refuses on rowmill_queue;
                drop function if exists test_refuses()
                """);
    }

    private static void isConflict(ValidatableResponse answer, String name) {
        answer.statusCode(409)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:refused-by-database"))
                .body("detail", containsString(name));
    }

    private void reference(String when) {
        rows.asSuperuser(
                "create table test_invoice (task bigint constraint test_invoice_task references rowmill_task %s); insert into test_invoice values (%d)"
                        .formatted(when, task));
    }

    private void refuse(String event, String table, String column) {
        rows.asSuperuser("""
                create function test_refuses() returns trigger language plpgsql as
                    $$ begin raise exception 'the month is closed'; end $$;
                create trigger test_refuses before %s on %s
                    for each row when (new.%s = '%s') execute function test_refuses()
                """.formatted(event, table, column, queue));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "deferrable initially deferred"})
    void aTaskThatATableReferencesIsNotDeleted(String when) {
        Api.post(Api.TASKS + "/" + task + "/cancel", "").statusCode(200);
        reference(when);

        isConflict(given().delete(Api.TASKS + "/" + task).then(), "test_invoice_task");
        Api.get(task).statusCode(200);
    }

    @Test
    void aCancelThatATriggerRefusesIsAConflict() {
        refuse("update", "rowmill_task", "queue");

        isConflict(Api.post(Api.TASKS + "/" + task + "/cancel", ""), "the month is closed");
    }

    /** This row could not be claimed either, so the fault is in the row and the answer has a violation. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "retry"})
    void aRunOrRetryThatATriggerRefusesIsAViolation(String verb) {
        if (verb.equals("retry")) {
            Api.post(Api.TASKS + "/" + task + "/cancel", "").statusCode(200);
        }
        refuse("update", "rowmill_task", "queue");

        Api.post(Api.TASKS + "/" + task + "/" + verb, "")
                .statusCode(400)
                .body("violations[0].message", containsString("the month is closed"));
    }

    @Test
    void anEnqueueThatATriggerRefusesIsAConflict() {
        refuse("insert", "rowmill_task", "queue");

        isConflict(Api.enqueue("{\"type\": \"noop\", \"queue\": \"%s\"}".formatted(queue)), "the month is closed");
    }

    @Test
    void aRuleThatATriggerRefusesIsAConflict() {
        refuse("insert or update", "rowmill_queue", "name");

        isConflict(Api.post("/rowmill/api/queues/" + queue + "/pause", ""), "the month is closed");
    }
}
