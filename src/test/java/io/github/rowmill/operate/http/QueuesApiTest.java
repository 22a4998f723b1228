package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    void aQueueHasNoRulesUntilItIsGivenSome() {
        given().pathParam("name", name)
                .get(QUEUE)
                .then()
                .statusCode(200)
                .body("name", is(name))
                .body("paused", is(false))
                .body("concurrency", nullValue());
    }

    @Test
    void pausesAndResumes() {
        post("/pause").statusCode(200).body("name", is(name)).body("paused", is(true));
        post("/resume").statusCode(200).body("paused", is(false));
    }

    @Test
    void limitsAndTakesTheLimitAway() {
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
    void aLimitThatIsNoneIsRefusedByName(String verb) {
        post(verb)
                .statusCode(400)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:invalid-request"))
                .body("violations[0].field", is("concurrency"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%20", "a%00b"})
    void aNameThatIsNoQueuesIsRefused(String encoded) {
        given().urlEncodingEnabled(false)
                .post("/rowmill/api/queues/" + encoded + "/pause")
                .then()
                .statusCode(400)
                .contentType("application/problem+json");
    }
}
