package io.github.rowmill.operate.search;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Problems;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class SearchTest {

    /** Text in a page that looks like a query. */
    private static final Pattern QUERY = Pattern.compile("`(-?(?!urn)[a-z][a-z.-]*[:<>][^`]*)`");

    @Inject
    Rows rows;

    @Inject
    ReadDatabase database;

    @Inject
    Problems problems;

    private final Map<Long, String> names = new TreeMap<>();

    @BeforeEach
    void insert() {
        rows.clear();
        insert("dead", """
                (type, queue, status, finished, created, error, details, tags, key)
                values ('reminder', 'mail', 'dead', now() - interval '1 h', now() - interval '2 h',
                        'SocketTimeoutException: Read timed out 50%', '{"account": "a-2093", "n": 5}', '{vip,eu}', 'customer-7')
                """);
        insert("done", """
                (type, queue, status, finished, awaits, source, details)
                values ('reminder', 'mail', 'completed', now(), 'decision', 'shop', '{"account": "a-1", "lines": [{"sku": "x"}, {"sku": "y"}]}')
                """);
        insert("later", """
                (type, run_at, awaits, schedule, tick, details, tags)
                values ('report', now() + interval '1 h', 'decision', 'nightly', now(), '{"n": "5", "by": {"name": "Ann Lee"}}', '{eu}')
                """);
        insert("runs", """
                (type, status, operator_id, expiry, started, unique_key)
                values ('report', 'executing', 'node-1', now() + interval '1 h', now(), 'u-1')
                """);
    }

    private void insert(String name, String row) {
        names.put(rows.number("insert into rowmill_task %s returning id".formatted(row)), name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | runs later done dead",
                "type:reminder | done dead",
                "type:reminder status:dead | dead",
                "status:queued | later",
                "status:executing | runs",
                "-status:completed | runs later dead",
                "queue:mail type:reminder -tag:vip | done",
                "tag:eu | later dead",
                "tag:eu tag:vip | dead",
                "-tag:eu | runs done",
                "key:customer-7 | dead",
                "unique-key:u-1 | runs",
                "schedule:nightly | later",
                "awaits:decision | later",
                "-awaits:decision | runs done dead",
                "source:shop | done",
                "node:node-1 | runs",
                "-node:node-1 type:report | later",
                "error:TIMEOUT | dead",
                "error:\"timed out\" | dead",
                "error:50% | dead",
                "error:5_% | ",
                "-error:timeout | runs later done",
                "payload.account:a-2093 | dead",
                "payload.n:5 | later dead",
                "payload.n:\"5\" | later",
                "payload.by.name:\"Ann Lee\" | later",
                "payload.lines:[{\"sku\": \"y\"}] | done",
                "payload:{\"account\": \"a-1\"} | done",
                "-payload.n:5 | runs done",
                "run-at>in-30m | later",
                "run-at<=in-30m | runs done dead",
                "created<1h-ago | dead",
                "created>=1h | runs later done",
                "created<2000-01-01 | ",
                "started<1h | ",
                "started>1h | runs",
                "finished>30m | done",
                "finished<30m | dead",
                "finished>2000-01-01T00:00Z | done dead",
                "-finished>2000-01-01T00:00Z | runs later",
            })
    void aQueryFindsItsTasks(String query, String expected) {
        assertThat(find("q", query == null ? "" : query)).isEqualTo(expected == null ? "" : expected);
        count(query == null ? "" : query)
                .body("count", is(expected == null ? 0 : expected.split(" ").length))
                .body("precision", is("exact"));
    }

    @Test
    void aQueryFindsTasksThatWaitForAFlow() {
        insert("parent", "(type, awaits) values ('report', 'flow:12')");

        assertThat(find("q", "awaits:flow:12")).isEqualTo("parent");
        assertThat(find("q", "awaits:flow:1")).isEmpty();
    }

    @Test
    void aQueryFindsATaskByItsId() {
        long id = names.keySet().iterator().next();

        assertThat(find("q", "id:" + id)).isEqualTo("dead");
        assertThat(find("q", "-id:" + id)).isEqualTo("runs later done");
    }

    @Test
    void aQueryByCreationDoesNotDependOnTheEndOfATask() {
        rows.clear();
        insert("before", """
                (type, status, created, finished, last_updated)
                values ('a', 'completed', now() - interval '3 h', now() - interval '2 h', now() - interval '2 h')
                """);
        insert("since", "(type, created) values ('a', now() - interval '10 min')");
        insert("history", "(type, status, finished) values ('a', 'completed', now() - interval '1 day')");

        assertThat(find("q", "created>1h")).isEqualTo("history since");
        assertThat(find("q", "created>=4h")).isEqualTo("history since before");
        assertThat(find("q", "-created>1h")).isEqualTo("before");
    }

    @Test
    void theOtherParametersNarrowAQuery() {
        assertThat(find("q", "queue:mail", "status", "dead")).isEqualTo("dead");
        assertThat(find("q", "tag:eu", "type", "report", "queue", "default")).isEqualTo("later");
        assertThat(find("q", "tag:eu", "status", "completed")).isEmpty();
    }

    @Test
    void aQueryHasPages() {
        List<String> pages = new ArrayList<>();
        Long next = Long.MAX_VALUE;
        while (next != null) {
            JsonPath page = given().queryParams("q", "-status:executing", "limit", 2, "after", next)
                    .get(Api.TASKS)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            pages.add(names(page));
            next = page.get("next") == null ? null : page.getLong("next");
        }

        assertThat(pages).containsExactly("later done", "dead");
    }

    @ParameterizedTest
    @ValueSource(strings = {Api.TASKS, Api.TASKS + "/count"})
    void anInvalidQueryIsRefusedAtItsColumn(String path) {
        given().queryParam("q", "type:a status:lost")
                .get(path)
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("violations[0].field", is("q"))
                .body(
                        "violations[0].message",
                        is(
                                "column 15: expected one of queued, waiting, executing, completed, dead, cancelled, retrying"));
    }

    @Test
    void allInvalidParametersAreNamedAtOnce() {
        given().queryParams("q", "x", "limit", "0")
                .get(Api.TASKS)
                .then()
                .statusCode(400)
                .body("violations.field", is(List.of("q", "limit")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type:%00",
                "%00",
                "%22",
                "payload:%7B%22a%22:1e99999999%7D",
                "payload:%7B%22a%22:1e999%7D",
                "payload:%7B%22a%22:%22%5Cu0000%22%7D",
                "payload.a:99999999999999999999999999999999999999999999999999",
                "error:%25%25%5C",
                "type:%5C",
                "created%3E0001-01-01",
                "created%3C9999-12-31T23:59:59.999999999-18:00",
                "created%3C9999-12-31T23:59:59.999999999Z",
                "created%3E0001-01-01T00:00%2B18:00",
                "created%3E-999999999-01-01T00:00Z",
                "created%3E36500d",
                "run-at%3Cin-36500d",
                "id:9223372036854775807",
                "type:%F0%9F%98%80",
                "tag:%7Ba,b%7D",
                "key:';drop%20table%20rowmill_task;--",
            })
    void noQueryCausesAServerError(String query) {
        given().urlEncodingEnabled(false).get(Api.TASKS + "?q=" + query).then().statusCode(lessThan(500));
        given().urlEncodingEnabled(false)
                .get(Api.TASKS + "/count?q=" + query)
                .then()
                .statusCode(lessThan(500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tag:x ", "payload:[", "\"", "payload.a:{\"a\":", "\u20AC"})
    void aQueryThatIsTooLongIsRefused(String part) {
        // Longer than Vert.x reads, and short enough to be sent before Vert.x closes the connection.
        int length = URLEncoder.encode(part, UTF_8).length();
        given().queryParam("q", part.repeat(6_000 / length))
                .get(Api.TASKS)
                .then()
                .statusCode(greaterThanOrEqualTo(400))
                .statusCode(lessThan(500));
    }

    @Test
    void aCountAboveTenThousandIsNotExact() {
        rows.insert(TaskRow.of("many").tag("few"), 10_500);

        count("type:many").body("count", greaterThanOrEqualTo(10_000)).body("precision", not("exact"));
        count("type:many id:1").body("count", is(0)).body("precision", is("exact"));
    }

    @Test
    void aSearchThatTakesTooLongGets422AndNot503() {
        Throwable late = catchThrowable(() -> database.search(sql -> sql.first("select pg_sleep(30)", row -> true)));

        try (var answer = problems.answer(late, Api.TASKS)) {
            assertThat(answer.getStatus()).isEqualTo(422);
            assertThat((String) answer.getEntity())
                    .contains("urn:rowmill:search-timeout", "longer than 3 s; add a term");
        }
        assertThat(find("q", "tag:vip")).as("the next search").isEqualTo("dead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/reference/search.md", "docs/how-to/find-tasks.md"})
    void theDocumentedQueriesAreAccepted(String page) throws IOException {
        List<String> queries = QUERY.matcher(Files.readString(Path.of(page)))
                .results()
                .map(query -> query.group(1))
                .toList();

        assertThat(queries).hasSizeGreaterThan(10).allSatisfy(query -> count(query));
    }

    private String find(String name, Object value, Object... more) {
        return names(given().queryParams(name, value, more)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath());
    }

    private String names(JsonPath page) {
        return String.join(
                " ",
                page.getList("tasks.id", Long.class).stream().map(names::get).toList());
    }

    private static ValidatableResponse count(String query) {
        return given().queryParam("q", query).get(Api.TASKS + "/count").then().statusCode(200);
    }
}
