package io.github.rowmill.operate.http.task;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class BulkTest {

    private static final String BULK = Api.TASKS + "/bulk";

    private static String noop(String queue) {
        return "{\"type\": \"noop\", \"queue\": \"%s\", \"delay\": \"30d\"}".formatted(queue);
    }

    private static String tasks(String... tasks) {
        return "[" + String.join(", ", tasks) + "]";
    }

    @Test
    void theAnswerHasTheOrderOfTheRequest() {
        String queue = Api.fresh("bulk");
        String keyed = noop(queue).replace("}", ", \"uniqueKey\": \"%s\"}".formatted(queue));

        ValidatableResponse answer =
                Api.post(BULK, tasks(noop(queue), keyed, noop(queue), keyed)).statusCode(200);

        List<Long> ids = answer.extract().jsonPath().getList("id", Long.class);
        answer.body("duplicate", is(List.of(false, false, false, true)));
        assertThat(ids.get(3)).isEqualTo(ids.get(1));
        assertThat(ids.subList(0, 3)).doesNotHaveDuplicates();
    }

    @Test
    void theAnswerHasTheResultOfEachTask() {
        String queue = Api.fresh("bulk");
        String keyed = noop(queue).replace("}", ", \"uniqueKey\": \"%s\", \"onDuplicate\": \"%%s\"}".formatted(queue));

        Api.post(
                        BULK,
                        tasks(
                                keyed.formatted("keep"),
                                keyed.formatted("keep"),
                                keyed.formatted("replace"),
                                keyed.formatted("reschedule")))
                .statusCode(200)
                .body("duplicate", is(List.of(false, true, true, true)))
                .body("result", is(List.of("new", "existing", "replaced", "rescheduled")));
        String expiring = keyed.replace(queue + "\", \"onD", queue + "-2\", \"expireAfter\": \"%s\", \"onD");
        Api.post(
                        BULK,
                        tasks(
                                expiring.formatted("40d", "keep"),
                                expiring.replace("30d", "50d").formatted("60d", "reschedule")))
                .statusCode(400)
                .body("violations[0].field", is("tasks[1].delay"));
        Api.post(BULK, tasks(noop(queue), noop(queue).replace("}", ", \"uniqueBy\": [\"day\"]}")))
                .statusCode(400)
                .body("violations[0].field", is("tasks[1].uniqueBy"))
                .body("violations[0].message", is("the payload has no field 'day'"));
    }

    @Test
    void aBulkWithOneInvalidTaskWritesNothing() {
        String queue = Api.fresh("bulk");
        String bad = "{\"type\": \"event\", \"payload\": {\"account\": \"\", \"name\": \"b\"}}";

        Api.post(BULK, tasks(noop(queue), noop(queue), noop(queue), bad))
                .statusCode(400)
                .body("violations[0].field", is("tasks[3].payload.account"));

        given().queryParam("queue", queue).get(Api.TASKS).then().body("tasks", hasSize(0));
    }

    @Test
    void aBulkWithARefusedDuplicateWritesNothing() {
        String queue = Api.fresh("bulk");
        String keyed = noop(queue).replace("}", ", \"uniqueKey\": \"%s\", \"refuseDuplicate\": true}".formatted(queue));

        Api.post(BULK, tasks(noop(queue), keyed, keyed)).statusCode(409);

        given().queryParam("queue", queue).get(Api.TASKS).then().body("tasks", hasSize(0));
    }

    @Test
    void aViolationNamesTheTaskByItsIndex() {
        Api.post(BULK, tasks("{\"type\": \"event\", \"payload\": {\"account\": \"\", \"name\": \"b\"}}"))
                .statusCode(400)
                .body("violations[0].field", is("tasks[0].payload.account"));
        Api.post(BULK, tasks("{\"type\": \"noop\", \"colour\": 1}"))
                .statusCode(400)
                .body("violations[0].field", is("tasks[0].colour"));
        Api.post(BULK, tasks("null")).statusCode(400).body("violations[0].field", is("tasks[0]"));
        Api.post(BULK, tasks("{\"type\": \"unheard-of\"}"))
                .statusCode(422)
                .body("violations[0].field", is("tasks[0].type"));
    }

    @Test
    void anEmptyBulkIsAcceptedAndATooLargeBulkIsRefused() {
        Api.post(BULK, "[]").statusCode(200).body("$", hasSize(0));
        Api.post(BULK, tasks(Collections.nCopies(10_001, "{\"type\": \"noop\"}").toArray(String[]::new)))
                .statusCode(413)
                .body("detail", is("at most 10000 tasks can be enqueued at once; send the others in further requests"));
    }

    @Test
    void aBulkOf2500TasksIsAccepted() {
        String queue = Api.fresh("bulk");

        Api.post(BULK, tasks(Collections.nCopies(2_500, noop(queue)).toArray(String[]::new)))
                .statusCode(200)
                .body("$", hasSize(2_500));
    }
}
