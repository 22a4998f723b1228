package io.github.rowmill.operate.http.task;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that attempts come newest first, in pages with a limit of rows and of bytes. */
@QuarkusTest
class AttemptsApiTest {

    /** The limit of bytes of a page, and room for the escapes of JSON and HTML. */
    private static final int MAX_ANSWER = 2_000_000;

    private static final int KILO = 1024;

    @Inject
    Rows rows;

    /** Inserts a dead task with this number of failed attempts, and returns its id. */
    private long failed(int attempts, int kilobytes) {
        String queue = Api.fresh("attempts");
        rows.execute("""
                with dead as (
                    insert into rowmill_task (type, queue, status, attempts, max_attempts, started, finished, error)
                    values ('noop', '%s', 'dead', %d, %d, now(), now(), 'out of paper')
                    returning id)
                insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace)
                select id, n, 'node', now(), now(), 'out of paper', repeat(md5(n::text), %d)
                  from dead, generate_series(1, %d) n
                """.formatted(queue, attempts, attempts, kilobytes * KILO / 32, attempts));
        return rows.number("select id from rowmill_task where queue = '%s'".formatted(queue));
    }

    private static JsonPath page(long id, String query) {
        return given().get(Api.TASKS + "/" + id + "/attempts" + query)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static int bytes(String path) {
        return given().get(path).then().statusCode(200).extract().asByteArray().length;
    }

    @Test
    void noAnswerHoldsAllOfThousandsOfAttempts() {
        long id = failed(8_000, 9);

        assertThat(bytes(Api.TASKS + "/" + id)).isLessThan(MAX_ANSWER);
        assertThat(bytes("/rowmill/tasks/" + id)).isLessThan(MAX_ANSWER);
        assertThat(Api.post(Api.TASKS + "/" + id + "/retry", "")
                        .statusCode(200)
                        .extract()
                        .asByteArray())
                .hasSizeLessThan(MAX_ANSWER);
        assertThat(bytes(Api.TASKS + "/" + id + "/attempts?limit=200")).isLessThan(MAX_ANSWER);
    }

    @Test
    void noPageOfAttemptsHoldsMoreThanAMegabyte() {
        long id = failed(250, 9);

        int largest = bytes(Api.TASKS + "/" + id + "/attempts?limit=200");

        assertThat(largest).isBetween(1_000_000, MAX_ANSWER);
    }

    @Test
    void aStackTraceThatIsTooLongIsCut() {
        long id = failed(30, 2_000);

        assertThat(page(id, "").getList("attempts.stackTrace", String.class))
                .isNotEmpty()
                .allSatisfy(trace -> assertThat(trace).hasSize(32_768));
    }

    @Test
    void pagesHaveEachAttemptOnce() {
        long id = failed(250, 9);
        List<Integer> numbers = new ArrayList<>(Api.get(id).extract().jsonPath().getList("failedAttempts.number"));
        Integer next = Api.get(id).extract().jsonPath().get("nextAttempts");

        while (next != null) {
            JsonPath page = page(id, "?limit=200&after=" + next);
            numbers.addAll(page.getList("attempts.number"));
            next = page.get("next");
        }

        assertThat(numbers)
                .isEqualTo(IntStream.iterate(250, n -> n - 1).limit(250).boxed().toList());
    }

    @Test
    void aTaskWithFewAttemptsHasThemAll() {
        long id = failed(3, 1);

        Api.get(id)
                .statusCode(200)
                .body("failedAttempts.number", contains(3, 2, 1))
                .body("nextAttempts", nullValue());
        assertThat(page(id, "?limit=3").getString("next")).isNull();
        assertThat(page(id, "?limit=2").getInt("next")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"after=0", "after=x", "after=2147483648", "limit=0", "limit=201"})
    void anInvalidParameterIsRefused(String query) {
        given().get(Api.TASKS + "/" + failed(1, 1) + "/attempts?" + query)
                .then()
                .statusCode(400)
                .body("violations", hasSize(1))
                .body("violations[0].field", is(query.substring(0, 5)));
    }

    @Test
    void attemptsOfAnUnknownTaskAreNotFound() {
        given().get(Api.TASKS + "/999999999999/attempts").then().statusCode(404);
    }

    @Test
    void thePageOfATaskListsOlderAttemptsBehindALink() {
        long id = failed(50, 1);

        String newest = html("/rowmill/tasks/" + id);
        String older = html("/rowmill/tasks/" + id + "?attempts=31");

        assertThat(newest)
                .contains("id=\"attempt-50\"", "id=\"attempt-31\"", "?attempts=31#attempts", "hx-sse:connect")
                .doesNotContain("id=\"attempt-30\"", "Latest");
        assertThat(older)
                .contains("id=\"attempt-30\"", "id=\"attempt-11\"", "?attempts=11#attempts", "Latest")
                .doesNotContain("id=\"attempt-31\"", "id=\"attempt-10\"", "hx-sse:connect");
    }

    private static String html(String path) {
        return given().get(path).then().statusCode(200).extract().asString();
    }
}
