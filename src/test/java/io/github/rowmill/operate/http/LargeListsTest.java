package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A list is bounded in bytes, however large each of its rows is. */
@QuarkusTest
class LargeListsTest {

    private static final int MEGA = 1_048_576;

    @Inject
    Rows rows;

    /** A list of JSON, page by page; no answer may be larger than this. */
    private static List<Object> all(String path, String list, String key, int maxBytes) {
        List<Object> found = new ArrayList<>();
        Object next = null;
        do {
            var answer = given().queryParam("limit", 200);
            var page = (next == null ? answer : answer.queryParam("after", next))
                    .get(path)
                    .then()
                    .statusCode(200)
                    .extract();
            assertThat(page.asByteArray()).hasSizeLessThan(maxBytes);
            found.addAll(page.jsonPath().getList(list + "." + key));
            next = page.jsonPath().get("next");
        } while (next != null);
        return found;
    }

    @Test
    void aPageOfLargePayloadsEndsEarlyAndTheNextGoesOn() {
        String queue = Api.fresh("large");
        rows.execute("""
                insert into rowmill_task (type, queue, run_at, details)
                select 'noop', '%s', now() + interval '30 days', jsonb_build_object('text', repeat(md5(g::text), 8000))
                  from generate_series(1, 60) g
                """.formatted(queue));

        List<Object> ids = all(Api.TASKS + "?queue=" + queue, "tasks", "id", 5 * MEGA);

        assertThat(ids).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void thePageOfTasksShowsThemAllWithoutTheirLargePayloads() {
        String queue = Api.fresh("large");
        rows.execute("""
                insert into rowmill_task (type, queue, run_at, details)
                select 'noop', '%s', now() + interval '30 days', jsonb_build_object('text', repeat(md5(g::text), 8000))
                  from generate_series(1, 49) g
                """.formatted(queue));

        String page = given().queryParam("q", "queue:" + queue)
                .get("/rowmill/tasks")
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(page).contains("49 tasks, no more");
    }
}
