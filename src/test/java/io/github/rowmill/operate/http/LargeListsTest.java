package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that lists have a limit of bytes, however large their rows are. */
@QuarkusTest
class LargeListsTest {

    private static final int MEGA = 1_048_576;

    @Inject
    Rows rows;

    /** Reads a list of JSON page by page. Each answer must be smaller than {@code maxBytes}. */
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
            assertThat(page.asByteArray().length).isLessThan(maxBytes);
            found.addAll(page.jsonPath().getList(list + "." + key));
            next = page.jsonPath().get("next");
        } while (next != null);
        return found;
    }

    @Test
    void aPageOfLargePayloadsEndsEarlyAndLosesNoTask() {
        String queue = Api.fresh("large");
        rows.insert(
                TaskRow.of("noop")
                        .queue(queue)
                        .runAt("now() + interval '30 days'")
                        .set("details", "jsonb_build_object('text', repeat(md5(g::text), 8000))"),
                60);

        List<Object> ids = all(Api.TASKS + "?queue=" + queue, "tasks", "id", 5 * MEGA);

        assertThat(ids).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void thePageOfTasksShowsAllTasksDespiteLargePayloads() {
        String queue = Api.fresh("large");
        rows.insert(
                TaskRow.of("noop")
                        .queue(queue)
                        .runAt("now() + interval '30 days'")
                        .set("details", "jsonb_build_object('text', repeat(md5(g::text), 8000))"),
                49);

        String page = given().queryParam("q", "queue:" + queue)
                .get("/rowmill/tasks")
                .then()
                .statusCode(200)
                .extract()
                .asString();

        assertThat(page).contains("49 tasks, all shown");
    }

    @Test
    void aPageOfSchedulesWithLargePayloadsEndsEarly() {
        String prefix = Api.fresh("large");
        rows.execute("""
                insert into rowmill_schedule (name, type, queue, priority, max_attempts, details, every, zone, paused)
                select '%s-' || g, 'noop', 'default', 0, 1, jsonb_build_object('text', repeat(md5(g::text), 28000)),
                       interval '1 day', 'UTC', true
                  from generate_series(1, 20) g
                """.formatted(prefix));
        try {
            List<Object> names = all("/rowmill/api/schedules", "schedules", "name", 6 * MEGA);

            assertThat(names)
                    .filteredOn(name -> name.toString().startsWith(prefix))
                    .hasSize(20)
                    .doesNotHaveDuplicates();
        } finally {
            rows.execute("delete from rowmill_schedule where name like '%s-%%'".formatted(prefix));
        }
    }

    @Test
    void aPageOfMultiByteCharactersEndsEarly() {
        String prefix = Api.fresh("large");
        rows.execute("""
                insert into rowmill_schedule (name, type, queue, priority, max_attempts, details, every, zone, paused)
                select '%s-' || g, 'noop', 'default', 0, 1, jsonb_build_object('text', repeat('\u4e2d', 340000)),
                       interval '1 day', 'UTC', true
                  from generate_series(1, 12) g
                """.formatted(prefix));
        try {
            assertThat(all("/rowmill/api/schedules", "schedules", "name", 6 * MEGA))
                    .filteredOn(name -> name.toString().startsWith(prefix))
                    .hasSize(12);
        } finally {
            rows.execute("delete from rowmill_schedule where name like '%s-%%'".formatted(prefix));
        }
    }

    @Test
    void aPageOfTheAuditWithLargeEntriesEndsEarly() {
        String name = Api.fresh("large");
        rows.execute("""
                insert into rowmill_audit (actor, action, kind, name, before, after)
                select 'ann', 'set rules', 'queue', '%s',
                       jsonb_build_object('text', repeat(md5(g::text), 4000)),
                       jsonb_build_object('text', repeat(md5(g::text), 4000))
                  from generate_series(1, 60) g
                """.formatted(name));

        try {
            List<Object> ids = all("/rowmill/api/audit?kind=queue&name=" + name, "entries", "id", 6 * MEGA);

            assertThat(ids).hasSize(60).doesNotHaveDuplicates();
            given().get("/rowmill/audit").then().statusCode(200);
        } finally {
            rows.asSuperuser("delete from rowmill_audit where name = '%s'".formatted(name));
        }
    }

    @Test
    void theListOfQueuesIsReadPageByPage() {
        String prefix = Api.fresh("large");
        rows.execute("""
                insert into rowmill_queue (name, paused) select '%s-' || g, true from generate_series(1, 1200) g
                """.formatted(prefix));
        try {
            List<String> names = new ArrayList<>();
            String next = "/rowmill/api/queues";
            while (next != null) {
                var page = given().get(next).then().statusCode(200).extract();
                List<String> found = page.jsonPath().getList("name");
                assertThat(found.size()).isLessThanOrEqualTo(1000);
                names.addAll(found);
                String link = page.header("Link");
                next = link == null ? null : link.substring(1, link.indexOf('>'));
            }

            assertThat(names)
                    .filteredOn(name -> name.startsWith(prefix))
                    .hasSize(1200)
                    .doesNotHaveDuplicates();
        } finally {
            rows.execute("delete from rowmill_queue where name like '%s-%%'".formatted(prefix));
        }
    }
}
