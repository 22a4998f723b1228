package io.github.rowmill.operate.page.failure;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.feature.failure.FailureReader;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class FailuresPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    FailureCounter counter;

    @Inject
    FailureReader reader;

    @Inject
    Rows rows;

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_failure where signature like 'test-%'");
        rows.execute("delete from rowmill_task where queue = 'course'");
    }

    private void failure(String signature, String queue, String text, String last) {
        String quoted = text.replace("'", "''");
        rows.execute(
                "insert into rowmill_failure values ('%s', '%s', '%s', 'a.b.%s', '%s', '%s', 1234, now() - interval '3 d', %s, 1)"
                        .formatted(signature, queue, quoted, quoted, quoted, quoted, last));
    }

    private static String page(String path) {
        return given().get("/rowmill/" + path).then().statusCode(200).extract().asString();
    }

    private long failed(String queue, String message) {
        long id = Api.id(Api.enqueue("{\"type\": \"test-fails\", \"queue\": \"%s\", \"payload\": {\"message\": \"%s\"}}"
                        .formatted(queue, message))
                .statusCode(201));
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> Api.get(id).body("status", org.hamcrest.Matchers.is("dead")));
        counter.flush();
        return id;
    }

    @Test
    void failuresAreListedWithLinksToTheirTasks() {
        String queue = Api.fresh("page");
        failed(queue, "no pump 7");
        long last = failed(queue, "no pump 8");
        String signature =
                given().queryParam("queue", queue).get("/rowmill/api/failures").path("failures[0].signature");

        assertThat(page("failures?queue=" + queue))
                .contains(">2<small>attempts</small>", "no pump #", "FailingHandler.fail", "new</span>")
                .contains("href=\"./failures/" + signature + "\"")
                .contains("href=\"./bulk?do=retry&amp;all=true&amp;q=failure%3A" + signature + "+status%3Adead\"");
        assertThat(page("failures/" + signature))
                .contains("<h2 id=\"when-h\">Failed attempts a minute</h2>", "at most ")
                .contains("<span class=\"e\">", "<span class=\"own\">", "FailingHandler.fail")
                .contains("href=\"../tasks/" + last + "\"", ">" + queue + "</td>")
                .containsPattern("dead</span></dt><dd>[0-9,]+</dd>");
    }

    @Test
    void anOlderFailureIsCountedByHourAndByQueue() {
        failure("test-course", "course", "m", "now()");
        rows.insert(TaskRow.of("noop").queue("course").ended(TaskStatus.DEAD));
        rows.execute("""
                insert into rowmill_attempt (task, number, operator, started, finished, error, signature)
                select t.id, n, 'n', now(), now() - interval '2 h', 'it failed', 'test-course'
                  from rowmill_task t, generate_series(1, 3) n
                 where t.queue = 'course'
                """);

        assertThat(page("failures/test-course"))
                .contains("<h2 id=\"when-h\">Failed attempts an hour</h2>", "at most 3 an hour")
                .doesNotContain("of its latest tasks only");
        assertThat(course(Set.of("course"))).isEqualTo(3);
        assertThat(course(null)).isEqualTo(3);
        assertThat(course(Set.of("other"))).isZero();
    }

    private long course(Set<String> queues) {
        return reader.course("test-course", queues, Duration.ofHours(1), 24).counts().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        failure("test-evil", "evil-queue", evil, "now() + interval '1 h'");

        String list = page("failures?queue=evil-queue");
        String one = page("failures/test-evil");

        Html.assertHarmless(list);
        Html.assertHarmless(one);
        assertThat(list).contains("<p class=\"msg\">" + Html.escaped(evil) + "</p>");
        assertThat(one).contains(">" + Html.escaped(evil) + "</th>");
        Html.assertHarmless(given().queryParam("queue", evil)
                .queryParam("after", evil)
                .get("/rowmill/failures")
                .asString());
    }

    @Test
    void aListHasPagesAndAWayBack() {
        for (int i = 0; i < 51; i++) {
            failure("test-%02d".formatted(i), "many", "m", "now() - interval '%d min'".formatted(i));
        }
        String first = page("failures?queue=many");
        String older = first.replaceAll("(?s).*href=\"\\./([^\"]*)\" rel=\"next\".*", "$1")
                .replace("&amp;", "&");

        String second =
                given().urlEncodingEnabled(false).get("/rowmill/" + older).asString();

        assertThat(first).contains("failures/test-00\"", "failures/test-49\"").doesNotContain("failures/test-50\"");
        assertThat(second).contains("failures/test-50\"", "Latest").doesNotContain("failures/test-49\"");
    }

    @Test
    void anUnknownFailureGetsAPageWith404() {
        given().get("/rowmill/failures/nothing").then().statusCode(404).body(containsString("There is nothing here"));
    }
}
