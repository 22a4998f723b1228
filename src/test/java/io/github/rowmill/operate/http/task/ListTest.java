package io.github.rowmill.operate.http.task;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ListTest {

    @Test
    void pagesGoFromTheNewestToTheOldestTask() {
        String queue = Api.fresh("list");
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(0, Api.waiting(queue));
        }

        List<Long> seen = new ArrayList<>();
        Long next = null;
        do {
            JsonPath page = given().queryParams(
                            "queue", queue, "limit", 2, "after", next == null ? Long.MAX_VALUE : next)
                    .get(Api.TASKS)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            seen.addAll(page.getList("tasks.id", Long.class));
            next = page.get("next") == null ? null : page.getLong("next");
        } while (next != null);

        assertThat(seen).isEqualTo(ids);
    }

    @Test
    void aFullPageWithoutMoreTasksIsTheLast() {
        String queue = Api.fresh("list");
        Api.waiting(queue);
        Api.waiting(queue);

        given().queryParams("queue", queue, "limit", 2)
                .get(Api.TASKS)
                .then()
                .body("tasks", hasSize(2))
                .body("next", nullValue());
    }

    @Test
    void theListHasOnlyTasksThatMatchTheFilters() {
        String queue = Api.fresh("list");
        String tag = Api.fresh("tag");
        long cancelled = Api.waiting(queue);
        Api.post(Api.TASKS + "/" + cancelled + "/cancel", "").statusCode(200);
        long tagged = Api.id(Api.enqueue(
                        "{\"type\": \"event\", \"payload\": {\"account\": \"a\", \"name\": \"b\"}, \"queue\": \"%s\", \"tags\": [\"%s\"], \"delay\": \"30d\"}"
                                .formatted(queue, tag))
                .statusCode(201));

        assertThat(ids("queue", queue)).containsExactly(tagged, cancelled);
        assertThat(ids("queue", queue, "status", "cancelled")).containsExactly(cancelled);
        assertThat(ids("queue", queue, "type", "event")).containsExactly(tagged);
        assertThat(ids("tag", tag)).containsExactly(tagged);
        assertThat(ids("queue", queue, "tag", tag, "status", "queued", "type", "noop"))
                .isEmpty();
    }

    private static List<Long> ids(String name, String value, Object... more) {
        return given().queryParams(name, value, more)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("tasks.id", Long.class);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, limit",
        "limit=201, limit",
        "limit=ten, limit",
        "limit=99999999999999999999, limit",
        "after=x, after",
        "after=-1, after",
        "status=lost, status",
        "status=QUEUED, status",
        "queue=%00, queue",
        "type=a%00, type",
        "tag=%00, tag",
    })
    void anInvalidParameterIsNamed(String query, String parameter) {
        given().urlEncodingEnabled(false)
                .get(Api.TASKS + "?" + query)
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("violations[0].field", is(parameter));
    }
}
