package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class QueuesApiTest {

    private static final String QUEUE = "/rowmill/api/queues/{name}";

    @Inject
    Rows rows;

    private final String name = Api.fresh("a queue/of ü");

    @AfterEach
    void withoutRules() {
        rows.execute("delete from rowmill_queue");
    }

    private ValidatableResponse post(String verb) {
        return given().pathParam("name", name).post(QUEUE + verb).then();
    }

    @Test
    void aNewQueueHasNoRules() {
        given().pathParam("name", name)
                .get(QUEUE)
                .then()
                .statusCode(200)
                .body("name", is(name))
                .body("paused", is(false))
                .body("concurrency", nullValue());
    }

    @Test
    void aQueueIsPausedAndResumed() {
        post("/pause").statusCode(200).body("name", is(name)).body("paused", is(true));
        post("/resume").statusCode(200).body("paused", is(false));
    }

    @Test
    void aLimitIsSetAndRemoved() {
        post("/pause");
        post("/limit?concurrency=5").statusCode(200).body("concurrency", is(5)).body("paused", is(true));
        post("/unlimit").statusCode(200).body("concurrency", nullValue()).body("paused", is(true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/limit",
                "/limit?concurrency=",
                "/limit?concurrency=many",
                "/limit?concurrency=0",
                "/limit?concurrency=99999999999"
            })
    void anInvalidLimitIsRefusedByName(String verb) {
        post(verb)
                .statusCode(400)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:invalid-request"))
                .body("violations[0].field", is("concurrency"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%20", "a%00b"})
    void anInvalidQueueNameIsRefused(String encoded) {
        given().urlEncodingEnabled(false)
                .post("/rowmill/api/queues/" + encoded + "/pause")
                .then()
                .statusCode(400)
                .contentType("application/problem+json");
    }

    private ValidatableResponse put(String body) {
        return given().pathParam("name", name)
                .contentType("application/json")
                .body(body)
                .put(QUEUE + "/rules")
                .then();
    }

    @Test
    void allRulesAreSetAndShown() {
        put("""
                {"pausedTypes": ["report"], "depth": 1000, "concurrency": 5, "perKey": 1, "rate": 100, "ratePeriod": "1m", "rateBurst": 10,
                 "keyRate": 2, "ordered": true, "blocks": true, "fair": true, "ageing": "10m", "weight": 7, "keyWeights": {"customer-7": 3}}
                """)
                .statusCode(200)
                .body("name", is(name))
                .body("pausedTypes", is(List.of("report")))
                .body("depth", is(1000))
                .body("perKey", is(1))
                .body("ratePeriod", is("PT1M"))
                .body("rateBurst", is(10))
                .body("keyRatePeriod", is("PT1S"))
                .body("ordered", is(true))
                .body("lifo", is(false))
                .body("ageing", is("PT10M"))
                .body("weight", is(7))
                .body("keyWeights", is(Map.of("customer-7", 3)))
                .body("pinned", is(false));
    }

    @Test
    void aRuleLeftOutOfAPutIsRemoved() {
        post("/limit?concurrency=5");

        put("{\"lifo\": true}").statusCode(200).body("concurrency", nullValue()).body("lifo", is(true));
        given().pathParam("name", name).delete(QUEUE + "/rules").then().statusCode(204);

        given().pathParam("name", name).get(QUEUE).then().body("lifo", is(false));
    }

    @Test
    void aTypeIsPausedAndResumedInAQueue() {
        post("/pause?type=report").statusCode(200).body("paused", is(false)).body("pausedTypes", is(List.of("report")));
        post("/resume?type=report").statusCode(200).body("pausedTypes", is(List.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"depth": 1e99999999999}          | depth
            {"concurrency": 0}                | concurrency
            {"concurrency": "5"}              | concurrency
            {"depth": 1.5}                    | depth
            {"rate": 1, "ratePeriod": "soon"} | ratePeriod
            {"rateBurst": 3}                  | rateBurst
            {"pausedTypes": ["a", null]}      | pausedTypes
            {"pausedTypes": [""]}             | pausedTypes
            {"pausedTypes": "a"}              | pausedTypes
            {"ordered": true, "lifo": true}   | lifo
            {"ordered": true, "perKey": 2}    | perKey
            {"weight": 1001}                  | weight
            {"keyWeights": {"a": 1001}}       | keyWeights
            {"keyWeights": {"": 1}}           | keyWeights
            {"keyWeights": {"a": null}}       | keyWeights
            {"speed": 3}                      | speed
            """)
    void aWrongOrUnknownRuleIsRefusedByName(String body, String field) {
        put(body).statusCode(400).contentType("application/problem+json").body("violations[0].field", is(field));
    }

    @Test
    void aTypeNameThatIsTooLongIsRefused() {
        put("{\"pausedTypes\": [\"%s\"]}".formatted("x".repeat(201)))
                .statusCode(400)
                .body("violations[0].field", is("pausedTypes"));
        post("/pause?type=" + "x".repeat(201)).statusCode(400).body("violations[0].field", is("type"));
    }

    @Test
    void theAuditOfAQueueHasOnlyTheChangedRules() {
        put("{\"pausedTypes\": [\"bill\", \"report\"], \"depth\": 1000, \"keyWeights\": {\"a\": 2, \"b\": 3}}")
                .statusCode(200);
        post("/pause?type=mail").statusCode(200);
        post("/resume?type=bill").statusCode(200);
        put("{\"pausedTypes\": [\"mail\", \"report\"], \"keyWeights\": {\"a\": 2, \"b\": 4}}")
                .statusCode(200);

        given().queryParam("kind", "queue")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].before", is(Map.of("depth", 1000, "keyWeights", Map.of("b", 3))))
                .body("entries[0].after", is(Map.of("keyWeights", Map.of("b", 4))))
                .body("entries[1].before", is(Map.of("pausedTypes", List.of("bill"))))
                .body("entries[1].after", nullValue())
                .body("entries[2].before", nullValue())
                .body("entries[2].after", is(Map.of("pausedTypes", List.of("mail"))));
    }

    @Test
    void anActionWithoutEffectIsNotAudited() {
        post("/resume").statusCode(200);
        post("/resume?type=mail").statusCode(200);
        post("/unblock?key=none").statusCode(200).body("passed", is(0));

        given().queryParam("kind", "queue")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries", is(List.of()));
    }

    @Test
    void aQueuePausesAtMost200Types() {
        rows.execute("""
                insert into rowmill_queue (name, paused_types)
                select '%s', array_agg('type-' || n) from generate_series(1, 201) n
                """.formatted(name));

        post("/pause?type=one-more")
                .statusCode(400)
                .body("violations[0].field", is("pausedTypes"))
                .body("violations[0].message", is("must name at most 200 types, were 202"));
        post("/resume?type=type-1").statusCode(200);
        post("/pause?type=one-more").statusCode(400);
        post("/resume?type=type-2").statusCode(200);
        post("/pause?type=one-more").statusCode(200);
    }

    @Test
    void atMost10000QueuesHaveRules() {
        post("/pause").statusCode(200);
        rows.execute("insert into rowmill_queue (name, paused) select 'q' || n, true from generate_series(1, 10000) n");

        given().post("/rowmill/api/queues/one-more/pause")
                .then()
                .statusCode(400)
                .body("violations[0].field", is("queue"));
        post("/resume").statusCode(200);
    }
}
