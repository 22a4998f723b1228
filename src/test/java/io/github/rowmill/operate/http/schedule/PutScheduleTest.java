package io.github.rowmill.operate.http.schedule;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.rowmill.Side;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how schedules are created and changed over REST. None of them ticks while a test runs. */
@QuarkusTest
class PutScheduleTest {

    private static final String PATH = "/rowmill/api/schedules/{name}";

    private static final String YEARLY =
            "{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\", \"starts\": \"9990-01-01T00:00:00Z\"}";

    private static final String ALL_OPTIONS = """
            {"type": "event", "details": {"account": "a", "name": "n", "n": 1}, "queue": "mail", "priority": -3, "key": "a7",
             "maxAttempts": 4, "cron": "0 1 0 * * MON", "zone": "Europe/Berlin", "clockChange": "literal", "missed": "all",
             "missedWithin": "3d", "overlap": "wait", "jitter": "90s", "starts": "9990-01-01T00:00:00.123456Z",
             "ends": "9999-12-31T23:59:59Z", "paused": true}
            """;

    @Inject
    Rows rows;

    private final String name = Api.fresh("a schedule/of ü");

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_schedule where name like 'a schedule/of ü-%'");
    }

    private ValidatableResponse put(String body) {
        return given().pathParam("name", name)
                .contentType(ContentType.JSON)
                .body(body)
                .put(PATH)
                .then();
    }

    private String get() {
        return given().pathParam("name", name)
                .get(PATH)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    @Test
    void aPutCreatesAScheduleAndReturnsItsLocation() {
        put(YEARLY)
                .statusCode(201)
                .header("Location", endsWith(name.substring(name.length() - 36)))
                .body("name", is(name))
                .body("queue", is("default"))
                .body("zone", is("UTC"))
                .body("missed", is("one"))
                .body("paused", is(false))
                .body("nextRuns", hasSize(5));
    }

    @Test
    void aPutSetsEveryOptionOfASchedule() {
        put(ALL_OPTIONS)
                .statusCode(201)
                .body("type", is("event"))
                .body("details.account", is("a"))
                .body("queue", is("mail"))
                .body("priority", is(-3))
                .body("key", is("a7"))
                .body("maxAttempts", is(4))
                .body("cron", is("0 1 0 * * MON"))
                .body("zone", is("Europe/Berlin"))
                .body("clockChange", is("literal"))
                .body("missed", is("all"))
                .body("missedWithin", is("PT72H"))
                .body("overlap", is("wait"))
                .body("jitter", is("PT1M30S"))
                .body("starts", is("9990-01-01T00:00:00.123456Z"))
                .body("ends", is("9999-12-31T23:59:59Z"))
                .body("paused", is(true));
    }

    @Test
    void aSecondPutReplacesAllOptionsExceptThePause() {
        put(ALL_OPTIONS).statusCode(201);

        put("{\"type\": \"noop\", \"every\": \"15m\", \"starts\": \"9990-01-01T00:00:00Z\"}")
                .statusCode(200)
                .body("type", is("noop"))
                .body("cron", nullValue())
                .body("every", is("PT15M"))
                .body("zone", is("UTC"))
                .body("jitter", is("PT0S"))
                .body("ends", nullValue())
                .body("queue", is("default"))
                .body("paused", is(true));
    }

    @Test
    void aPutPausesOrResumesOnlyIfPausedIsGiven() {
        put(YEARLY).statusCode(201);

        put(YEARLY.replace("}", ", \"paused\": true}")).statusCode(200).body("paused", is(true));
        put(YEARLY).statusCode(200).body("paused", is(true));
        put(YEARLY.replace("}", ", \"paused\": false}")).statusCode(200).body("paused", is(false));
    }

    @Test
    void aPutPinsADeclaredScheduleUnlessPinnedIsFalse() {
        put(YEARLY).statusCode(201).body("pinned", is(false));
        rows.execute("update rowmill_schedule set declared_by = 'test' where name = '%s'".formatted(name));

        put(YEARLY).statusCode(200).body("pinned", is(true));
        put(YEARLY.replace("}", ", \"pinned\": false}")).statusCode(200).body("pinned", is(false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                YEARLY,
                ALL_OPTIONS,
                "{\"type\": \"noop\", \"every\": \"PT1H0.5S\", \"starts\": \"9990-01-01T00:00:00Z\", \"details\": {\"a\": [1.50, 1e400]}}"
            })
    void aScheduleThatIsReadAndSentBackStaysUnchanged(String body) throws JsonProcessingException {
        put(body).statusCode(201);
        String before = get();

        put(before).statusCode(200);

        assertThat(lasting(get())).isEqualTo(lasting(before));
    }

    /** Returns a schedule without {@code nextRun}, which changes whenever a node has looked at the schedule. */
    private static ObjectNode lasting(String schedule) throws JsonProcessingException {
        return ((ObjectNode) new ObjectMapper().readTree(schedule)).without("nextRun");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"cron": "@daily"}                                              | type
            {"type": null, "cron": "@daily"}                                | type
            {"type": 1, "cron": "@daily"}                                   | type
            {"type": "no\\u0000op", "cron": "@daily"}                       | type
            {"type": "noop"}                                                | cron
            {"type": "noop", "cron": "@daily", "every": "1h"}               | cron
            {"type": "noop", "cron": "whenever"}                            | cron
            {"type": "noop", "cron": "0 0 30 2 *"}                          | cron
            {"type": "noop", "cron": ["@daily"]}                            | cron
            {"type": "noop", "every": "1ms"}                                | every
            {"type": "noop", "every": "P1000000D"}                          | every
            {"type": "noop", "every": 60}                                   | every
            {"type": "noop", "every": "often"}                              | every
            {"type": "noop", "cron": "@daily", "zone": "Berlin"}            | zone
            {"type": "noop", "cron": "@daily", "zone": ""}                  | zone
            {"type": "noop", "cron": "@daily", "clockChange": "twice"}      | clockChange
            {"type": "noop", "cron": "@daily", "missed": "ONE"}             | missed
            {"type": "noop", "cron": "@daily", "missedWithin": "-1s"}       | missedWithin
            {"type": "noop", "cron": "@daily", "overlap": ""}               | overlap
            {"type": "noop", "cron": "@daily", "jitter": "P40000D"}         | jitter
            {"type": "noop", "cron": "@daily", "starts": "tomorrow"}        | starts
            {"type": "noop", "cron": "@daily", "starts": "-0001-01-01T00:00:00Z"} | starts
            {"type": "noop", "cron": "@daily", "ends": "+10000-01-01T00:00:00Z"}  | ends
            {"type": "noop", "cron": "@daily", "queue": ""}                 | queue
            {"type": "noop", "cron": "@daily", "priority": 40000}           | priority
            {"type": "noop", "cron": "@daily", "priority": 1.5}             | priority
            {"type": "noop", "cron": "@daily", "maxAttempts": 0}            | maxAttempts
            {"type": "noop", "cron": "@daily", "paused": "yes"}             | paused
            {"type": "noop", "cron": "@daily", "pinned": 1}                 | pinned
            {"type": "noop", "cron": "@daily", "name": "another"}           | name
            {"type": "noop", "cron": "@daily", "colour": "red"}             | colour
            {"type": "event", "cron": "@daily", "details": {"account": "", "name": "n"}} | details.account
            {"type": "event", "cron": "@daily", "details": [1]}             | details
            """)
    void anInvalidFieldIsRefusedByName(String body, String field) {
        put(body)
                .statusCode(400)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:invalid-request"))
                .body("violations.field", hasItem(startsWith(field)));
        assertThat(rows.number("select count(*) from rowmill_schedule where name = '%s'".formatted(name)))
                .isZero();
    }

    @Test
    void aTypeWithoutHandlerIsRefused() {
        put("{\"type\": \"nobody's\", \"cron\": \"@daily\"}")
                .statusCode(422)
                .body("type", is("urn:rowmill:unknown-type"))
                .body("violations.field", hasItem("type"));
    }

    @Test
    void aPayloadThatIsTooLargeIsRefused() {
        put("{\"type\": \"noop\", \"cron\": \"@daily\", \"details\": {\"x\": \"%s\"}}".formatted("x".repeat(300_000)))
                .statusCode(413)
                .body("type", is("urn:rowmill:too-large"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "%20"})
    void anInvalidNameIsRefused(String wrong) {
        given().urlEncodingEnabled(false)
                .contentType(ContentType.JSON)
                .body(YEARLY)
                .put("/rowmill/api/schedules/" + wrong)
                .then()
                .statusCode(400)
                .body("violations.field", hasItem("name"));
    }

    @Test
    void aCreateAndAChangeAreAuditedWithTheirValues() {
        put(YEARLY).statusCode(201);
        put(ALL_OPTIONS).statusCode(200);

        given().queryParam("kind", "schedule")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .statusCode(200)
                .body("entries", hasSize(2))
                .body("entries[1].action", is("create"))
                .body("entries[1].before", nullValue())
                .body("entries[1].after.cron", is("1 0 1 1 *"))
                .body("entries[0].action", is("change"))
                .body("entries[0].before.cron", is("1 0 1 1 *"))
                .body("entries[0].before.type", is("noop"))
                .body("entries[0].after.cron", is("0 1 0 * * MON"))
                .body("entries[0].after.paused", is(true));
    }

    @Test
    void twoConcurrentPutsCreateOnceAndChangeOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        var answers = Stream.generate(() -> Side.begin(() -> {
                    try {
                        together.await(30, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return put(YEARLY).extract().statusCode();
                }))
                .limit(2)
                .toList();

        assertThat(answers)
                .extracting(answer -> answer.get(30, TimeUnit.SECONDS))
                .containsExactlyInAnyOrder(201, 200);
    }
}
