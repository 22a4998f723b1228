package io.github.rowmill.operate.http.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class EnqueueTest {

    private static final String EVENT = "{\"account\": \"ada\", \"name\": \"sign-up\", \"n\": 3}";

    @Test
    void anEnqueueReturnsTheTaskAndItsLocation() {
        String body = """
                {"type": "event", "payload": %s, "queue": "slow", "priority": 7, "runAt": "2093-01-31T08:00:00+02:00",
                 "maxAttempts": 3, "timeout": "90s", "tags": ["a", "b"], "source": "shop"}""".formatted(EVENT);

        ValidatableResponse created = Api.enqueue(body).statusCode(201).contentType("application/json");

        created.header("Location", endsWith(Api.TASKS + "/" + Api.id(created)));
        created.body("type", is("event"))
                .body("queue", is("slow"))
                .body("status", is("queued"))
                .body("details.account", is("ada"))
                .body("details.n", is(3))
                .body("priority", is(7))
                .body("runAt", is("2093-01-31T06:00:00Z"))
                .body("maxAttempts", is(3))
                .body("timeout", is("PT1M30S"))
                .body("tags", is(List.of("a", "b")))
                .body("source", is("shop"))
                .body("attempts", is(0))
                .body("operatorId", nullValue())
                .body("uniqueKey", nullValue())
                .body("lastUpdated", notNullValue());
        RestAssured.get(created.extract().header("Location"))
                .then()
                .statusCode(200)
                .body("type", equalTo("event"));
    }

    @ParameterizedTest
    @CsvSource({"30m", "PT30M", "1800"})
    void aDelayHasTheFormatsOfTheConfiguration(String delay) {
        ValidatableResponse task = Api.enqueue("{\"type\": \"noop\", \"delay\": \"%s\"}".formatted(delay))
                .statusCode(201);

        Instant created = Instant.parse(task.extract().path("created"));
        Instant runAt = Instant.parse(task.extract().path("runAt"));
        assertThat(Duration.between(created, runAt))
                .isBetween(Duration.ofMinutes(30), Duration.ofMinutes(30).plusSeconds(5));
    }

    @Test
    void aMissingOrNullFieldHasTheDefaultOfTheType() {
        Api.enqueue("{\"type\": \"reminder\", \"payload\": {\"account\": \"ada\"}, \"queue\": null, \"delay\": \"1d\"}")
                .statusCode(201)
                .body("queue", is("mail"))
                .body("maxAttempts", is(10));
    }

    @Test
    void aDuplicateReturnsTheExistingTask() {
        String key = Api.fresh("key");
        String body = "{\"type\": \"noop\", \"delay\": \"1d\", \"uniqueKey\": \"%s\"}".formatted(key);
        long id = Api.id(Api.enqueue(body).statusCode(201));

        Api.enqueue(body)
                .statusCode(200)
                .header("Location", endsWith("/" + id))
                .body("id", Api.isId(id))
                .body("uniqueKey", is(key));
        Api.enqueue(body.replace("}", ", \"refuseDuplicate\": true}"))
                .statusCode(409)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:duplicate"))
                .body("existingId", Api.isId(id));
    }

    @Test
    void aDuplicateReturnsTheReplacedOrRescheduledTask() {
        String key = Api.fresh("key");
        String body = """
                {"type": "event", "payload": %s, "delay": "1d", "uniqueBy": ["account"], "uniqueFor": "1h", "expireAfter": "2d",
                 "onDuplicate": "replace"}""".formatted(EVENT.replace("ada", key));
        ValidatableResponse created = Api.enqueue(body).statusCode(201);
        long id = Api.id(created);

        created.body("result", is("new"))
                .body("uniqueKey", is("{\"account\":\"%s\"}".formatted(key)))
                .body("uniqueWhileQueued", is(false))
                .body("uniqueFor", is("PT1H"))
                .body("expiresAt", notNullValue());
        Api.enqueue(body.replace("sign-up", "sign-off").replace("\"uniqueFor\": \"1h\"", "\"uniqueWhileQueued\": true"))
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("result", is("replaced"))
                .body("details.name", is("sign-off"))
                .body("uniqueWhileQueued", is(true))
                .body("uniqueFor", nullValue());
        Api.enqueue(body.replace("\"1d\"", "\"2h\"").replace("\"replace\"", "\"reschedule\""))
                .statusCode(200)
                .body("id", Api.isId(id))
                .body("result", is("rescheduled"))
                .body("details.name", is("sign-off"));
        Api.enqueue(body.replace("\"1d\"", "\"3d\"")
                        .replace("\"2d\"", "\"4d\"")
                        .replace("\"replace\"", "\"reschedule\""))
                .statusCode(400)
                .body("violations[0].field", is("delay"))
                .body("violations[0].message", startsWith("must be before "));
        Api.enqueue(body.replace("\"replace\"", "\"keep\"")).statusCode(200).body("result", is("existing"));
        Api.enqueue(body.replace("\"replace\"", "\"refuse\"")).statusCode(409);
    }

    @Test
    void aTypeWithoutHandlerIsRefused() {
        Api.enqueue("{\"type\": \"unheard-of\"}")
                .statusCode(422)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:unknown-type"))
                .body("violations[0].field", is("type"));
    }

    @ParameterizedTest(name = "{1}: {0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "{\"type\": \"noop\", \"colour\": 1}; colour",
                "{}; type",
                "{\"type\": null}; type",
                "{\"type\": 5}; type",
                "{\"type\": \"noop\", \"priority\": \"5\"}; priority",
                "{\"type\": \"noop\", \"priority\": 1.5}; priority",
                "{\"type\": \"noop\", \"priority\": 40000}; priority",
                "{\"type\": \"noop\", \"priority\": 99999999999}; priority",
                "{\"type\": \"noop\", \"maxAttempts\": 0}; maxAttempts",
                "{\"type\": \"noop\", \"delay\": \"soon\"}; delay",
                "{\"type\": \"noop\", \"delay\": 30}; delay",
                "{\"type\": \"noop\", \"delay\": \"-30s\"}; delay",
                "{\"type\": \"noop\", \"delay\": \"1s\", \"runAt\": \"2093-01-31T08:00:00Z\"}; delay",
                "{\"type\": \"noop\", \"timeout\": \"0s\"}; timeout",
                "{\"type\": \"noop\", \"runAt\": \"tomorrow\"}; runAt",
                "{\"type\": \"noop\", \"runAt\": 1700000000}; runAt",
                "{\"type\": \"noop\", \"runAt\": \"+99999-01-31T08:00:00Z\"}; runAt",
                "{\"type\": \"noop\", \"tags\": \"a\"}; tags",
                "{\"type\": \"noop\", \"tags\": [null]}; tags",
                "{\"type\": \"noop\", \"tags\": [\"\"]}; tags[0]",
                "{\"type\": \"noop\", \"tags\": [5]}; tags[0]",
                "{\"type\": \"noop\", \"tags\": [\"\\u0000\"]}; tags[0]",
                "{\"type\": \"\\u0000\"}; type",
                "{\"type\": \"noop\", \"queue\": \"\\ud800\"}; queue",
                "{\"type\": \"noop\", \"source\": \"a\\u0000\"}; source",
                "{\"type\": \"noop\", \"uniqueKey\": \"\\udc00\"}; uniqueKey",
                "{\"type\": \"noop\", \"refuseDuplicate\": \"yes\"}; refuseDuplicate",
                "{\"type\": \"noop\", \"uniqueKey\": \"k\", \"uniqueBy\": [\"a\"]}; uniqueBy",
                "{\"type\": \"noop\", \"uniqueBy\": [\"a\"]}; uniqueBy",
                "{\"type\": \"noop\", \"uniqueBy\": [null]}; uniqueBy",
                "{\"type\": \"noop\", \"uniqueFor\": \"1h\"}; uniqueFor",
                "{\"type\": \"noop\", \"uniqueKey\": \"k\", \"uniqueFor\": \"9d\"}; uniqueFor",
                "{\"type\": \"noop\", \"uniqueKey\": \"k\", \"uniqueFor\": \"1h\", \"uniqueWhileQueued\": true}; uniqueFor",
                "{\"type\": \"noop\", \"uniqueKey\": \"k\", \"onDuplicate\": \"overwrite\"}; onDuplicate",
                "{\"type\": \"noop\", \"uniqueKey\": \"k\", \"onDuplicate\": \"keep\", \"refuseDuplicate\": true}; onDuplicate",
                "{\"type\": \"noop\", \"onDuplicate\": \"replace\"}; onDuplicate",
                "{\"type\": \"noop\", \"expireAfter\": \"soon\"}; expireAfter",
                "{\"type\": \"noop\", \"expireAfter\": \"0s\"}; expireAfter",
                "{\"type\": \"noop\", \"expireAfter\": \"1h\", \"expireAt\": \"2093-01-31T08:00:00Z\"}; expireAfter",
                "{\"type\": \"noop\", \"expireAfter\": \"1h\", \"delay\": \"1h\"}; expireAfter",
                "{\"type\": \"event\", \"payload\": {\"account\": \"\", \"name\": \"b\"}}; payload.account",
                "{\"type\": \"event\", \"payload\": {\"account\": \"a\\u0000\", \"name\": \"b\"}}; payload.account",
                "{\"type\": \"event\", \"payload\": {\"account\": \"a\", \"name\": \"b\", \"x\": 1}}; payload.x",
                "{\"type\": \"event\", \"payload\": {\"account\": \"a\", \"name\": \"b\", \"n\": \"x\"}}; payload.n",
                "{\"type\": \"event\", \"payload\": 5}; payload",
            })
    void anInvalidFieldIsNamed(String body, String field) {
        ValidatableResponse problem = Api.enqueue(body).statusCode(400).contentType("application/problem+json");

        problem.body("type", is("urn:rowmill:invalid-request"))
                .body("title", is("Bad Request"))
                .body("status", is(400))
                .body("instance", is(Api.TASKS))
                .body("violations[0].field", is(field));
        assertThat(problem.extract().asString()).doesNotContain("io.github", "java.", "com.fasterxml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\": ", "", "nonsense", "[]", "null", "5", "{} {}"})
    void aBodyThatIsNotATaskIsRefused(String body) {
        ValidatableResponse problem = Api.enqueue(body).statusCode(400).contentType("application/problem+json");

        problem.body("violations", nullValue()).body("detail", containsString("the body"));
        assertThat(problem.extract().asString()).doesNotContain("io.github", "java.", "com.fasterxml");
    }

    @Test
    void aFieldThatOccursTwiceIsRefused() {
        Api.enqueue("{\"type\": \"noop\", \"type\": \"event\"}").statusCode(400);
    }
}
