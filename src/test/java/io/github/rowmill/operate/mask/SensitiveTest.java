package io.github.rowmill.operate.mask;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that sensitive values of a payload are never shown, and that no search can find them. */
@QuarkusTest
class SensitiveTest {

    private static final String PAYLOAD = """
            {"account": "a7", "card": "secret-1", "pin-code": 1700707007,
             "parts": [{"name": "p", "secrets": {"any": "secret-2"}}],
             "byName": {"x": {"name": "q", "secrets": {"any": "secret-3"}}},
             "way": {"kind": "bank", "bank": "b", "iban": "secret-4"},
             "before": {"account": "a6", "card": "secret-5"}}
            """;

    @Inject
    Rows rows;

    @Inject
    Masks masks;

    private static long enqueued(String queue) {
        return Api.id(Api.enqueue("{\"type\": \"%s\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": %s}"
                        .formatted(PaymentHandler.TYPE, queue, PAYLOAD))
                .statusCode(201)
                .body(not(containsString("secret-")))
                .body("details.card", is("***")));
    }

    private static ValidatableResponse change(long id, String payload) {
        return given().contentType(ContentType.JSON)
                .header("If-Match", "*")
                .body("{\"payload\": %s}".formatted(payload))
                .patch(Api.TASKS + "/" + id)
                .then();
    }

    @Test
    void aSensitiveFieldOfAResultIsMasked() {
        long id = enqueued(Api.fresh("sensitive"));
        rows.execute("""
                update rowmill_task
                   set status = 'completed', finished = now(), result = '{"number": "r-7", "card": "secret-1"}'
                 where id = %s
                """.formatted(id));

        given().get(Api.TASKS + "/" + id + "/result")
                .then()
                .statusCode(200)
                .body("result.number", is("r-7"))
                .body("result.card", is("***"));
        Api.get(id).body("result.card", is("***")).body(not(containsString("secret-")));
        given().get("/rowmill/tasks/" + id).then().body(containsString("r-7")).body(not(containsString("secret-1")));
    }

    @Test
    void eachSensitiveFieldOfAPayloadIsMasked() {
        String queue = Api.fresh("sensitive");
        long id = enqueued(queue);

        Api.get(id)
                .body(not(containsString("secret-")))
                .body(not(containsString("1700707007")))
                .body("details.account", is("a7"))
                .body("details.pin-code", is("***"))
                .body("details.parts[0].name", is("p"))
                .body("details.parts[0].secrets", is("***"))
                .body("details.byName.x.secrets", is("***"))
                .body("details.way.bank", is("b"))
                .body("details.way.iban", is("***"))
                .body("details.before.card", is("***"))
                .body("details.before.account", is("a6"));
        given().queryParam("queue", queue).get(Api.TASKS).then().body("tasks[0].details.card", is("***"));
        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("secret-1");
    }

    @Test
    void aMaskThatIsSentBackLeavesTheSecretAsItIs() {
        long id = enqueued(Api.fresh("sensitive"));
        String shown = Api.get(id)
                .extract()
                .jsonPath()
                .getObject("details", com.fasterxml.jackson.databind.JsonNode.class)
                .toString();

        change(id, shown.replace("\"a7\"", "\"a8\"")).statusCode(200).body("details.account", is("a8"));

        assertThat(rows.of(id, "details ->> 'account'")).isEqualTo("a8");
        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("secret-1");
        assertThat(rows.of(id, "details -> 'pin-code'")).isEqualTo("1700707007");
        assertThat(rows.of(id, "details #>> '{parts,0,secrets,any}'")).isEqualTo("secret-2");
        assertThat(rows.of(id, "details #>> '{way,iban}'")).isEqualTo("secret-4");
    }

    private static final String TWO_PARTS = """
            {"account": "a7", "card": "c", "parts": [{"name": "%s", "secrets": {"any": "secret-1"}},
                                                     {"name": "%s", "secrets": {"any": "secret-2"}}]}
            """;

    private static long enqueuedWithTwoParts(String first, String second) {
        return Api.id(Api.enqueue("{\"type\": \"%s\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": %s}"
                        .formatted(PaymentHandler.TYPE, Api.fresh("parts"), TWO_PARTS.formatted(first, second)))
                .statusCode(201));
    }

    private static String parts(String elements) {
        return "{\"account\": \"a7\", \"card\": \"***\", \"parts\": [%s]}".formatted(elements);
    }

    @Test
    void aListElementKeepsItsSecretAtAnotherPosition() {
        long id = enqueuedWithTwoParts("p", "q");

        change(id, parts("{\"name\": \"q\", \"secrets\": \"***\"}")).statusCode(200);

        assertThat(rows.of(id, "details #>> '{parts,0,secrets,any}'")).isEqualTo("secret-2");
        assertThat(rows.of(id, "jsonb_array_length(details -> 'parts')")).isEqualTo("1");
    }

    @Test
    void equalListElementsKeepTheirSecretsByPosition() {
        long id = enqueuedWithTwoParts("p", "p");
        String one = "{\"name\": \"p\", \"secrets\": \"***\"}";

        change(id, parts(one + ", " + one)).statusCode(200);

        assertThat(rows.of(id, "details #>> '{parts,1,secrets,any}'")).isEqualTo("secret-2");
        change(id, parts(one)).statusCode(400).body("violations[0].field", is("payload"));
        assertThat(rows.of(id, "jsonb_array_length(details -> 'parts')")).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"account\": \"a7\", \"card\": \"c\", \"parts\": [{\"name\": \"new\", \"secrets\": \"***\"}]}",
                "{\"account\": \"a7\", \"card\": \"c\", \"way\": {\"kind\": \"bank\", \"bank\": \"b\", \"iban\": \"***\"}}"
            })
    void aMaskWithoutAValueIsRefused(String payload) {
        long id = enqueuedWithTwoParts("p", "q");

        change(id, payload)
                .statusCode(400)
                .body("violations[0].field", is("payload"))
                .body("violations[0].message", containsString("has *** where no current value can be kept"));

        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("c");
    }

    @Test
    void numbersBesideASecretKeepTheirDigits() {
        long id = enqueued(Api.fresh("digits"));
        rows.execute("""
                update rowmill_task
                   set details = details || '{"pin-code": 0.123456789012345678, "amount": 0.123456789012345678}'
                 where id = %s
                """.formatted(id));
        String digits = "0.123456789012345678";

        assertThat(Api.get(id).extract().asString()).contains("\"amount\":" + digits);
        assertThat(masks.unmasked(
                        PaymentHandler.TYPE, "{\"amount\": %s, \"pin-code\": \"***\"}".formatted(digits), details(id)))
                .contains("{\"amount\":%s,\"pin-code\":%s}".formatted(digits, digits));
    }

    private String details(long id) {
        return rows.of(id, "details");
    }

    @Test
    void theAuditOfAChangeIsMaskedToo() {
        long id = enqueued(Api.fresh("sensitive"));
        change(id, "{\"account\": \"a9\", \"card\": \"secret-9\"}").statusCode(200);

        given().queryParam("kind", "task")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("change"))
                .body(containsString("a9"))
                .body(not(containsString("secret-")));
        assertThat(rows.of(id, "details ->> 'card'")).isEqualTo("secret-9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payload.card:secret-1",
                "-payload.card:secret-1",
                "payload:{\"card\": \"secret-1\"}",
                "payload.pin-code:1700707007",
                "payload.parts:[{\"secrets\": {}}]",
                "payload.way.iban:secret-4",
                "payload.before.before.card:x"
            })
    void aSearchForASecretIsRefused(String query) {
        given().queryParam("q", query)
                .get(Api.TASKS)
                .then()
                .statusCode(403)
                .body("detail", containsString("sensitive"));
        given().queryParam("q", query).get(Api.TASKS + "/count").then().statusCode(403);
        Api.post("/rowmill/api/jobs", "{\"action\": \"cancel\", \"q\": \"%s\"}".formatted(query.replace("\"", "\\\"")))
                .statusCode(403);
    }

    @Test
    void aSearchForAnotherFieldOfThePayloadIsAllowed() {
        String queue = Api.fresh("sensitive");
        enqueued(queue);

        given().queryParam("q", "payload.account:a7 payload.way.bank:b queue:" + queue)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.size()", is(1));
    }

    @Test
    void aScheduleShowsNoSecretAndRefusesAMask() {
        String path = "/rowmill/api/schedules/" + Api.fresh("sensitive");
        String body = "{\"type\": \"%s\", \"cron\": \"@yearly\", \"details\": {\"account\": \"a\", \"card\": \"%s\"}}";
        given().contentType(ContentType.JSON)
                .body(body.formatted(PaymentHandler.TYPE, "secret-1"))
                .put(path)
                .then()
                .statusCode(201)
                .body("details.card", is("***"));
        given().get(path).then().body(not(containsString("secret-"))).body("details.account", is("a"));

        given().contentType(ContentType.JSON)
                .body(body.formatted(PaymentHandler.TYPE, "***"))
                .put(path)
                .then()
                .statusCode(400)
                .body("violations[0].field", is("details"));
        given().delete(path).then().statusCode(204);
    }

    // Shapes of payloads

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shape-unwrapped | {"account": "a7", "card-number": "secret-1", "card-holder": "h"}                | true
            shape-value     | {"account": "a7", "pan": "secret-1", "pans": ["secret-2"]}                      | true
            shape-wrapped   | {"account": "a7", "means": {"by-card": {"number": "secret-1"}}}                   | true
            shape-array     | {"account": "a7", "listed": ["a8", "secret-1"], "card": ["secret-2", "h"]}      | true
            shape-root      | ["a7", "secret-1"]                                                              | false
            shape-any       | {"account": "a7", "anything": "secret-1"}                                       | true
            shape-alias     | {"account": "a7", "number": "secret-1"}                                         | true
            shape-sealed    | {"account": "a7", "inner": {"@c": ".ShapedPayloads$First", "account": "a8", "number": "secret-1"}} | true
            """)
    void noShapeShowsASecret(String type, String payload, boolean isFollowed) {
        String queue = Api.fresh("shapes");
        long id = Api.id(Api.enqueue("{\"type\": \"%s\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": %s}"
                        .formatted(type, queue, payload))
                .statusCode(201)
                .body(not(containsString("secret-"))));

        assertThat(rows.of(id, "details::text")).contains("secret-1");
        String shown = Api.get(id).extract().asString();
        assertThat(shown).contains("***").doesNotContain("secret-");
        assertThat(shown.contains("\"a7\"")).isEqualTo(isFollowed);
        given().queryParam("q", "queue:" + queue).get(Api.TASKS).then().body(not(containsString("secret-")));
        for (String page : new String[] {"/rowmill/tasks/" + id, "/rowmill/tasks?q=queue:" + queue}) {
            given().get(page).then().statusCode(200).body(not(containsString("secret-")));
        }
        change(id, payload.replace("secret-", "secret-9")).statusCode(200).body(not(containsString("secret-")));
        given().queryParam("kind", "task")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body("entries[0].action", is("change"))
                .body(not(containsString("secret-")));
    }

    /** The name that marks an encrypted payload means nothing beside other names. */
    @Test
    void theNameOfAnEncryptedPayloadRemovesNoMask() {
        String name = "\"rowmill:encrypted\": {\"account\": \"a7\"}";
        String body = "{\"type\": \"shape-any\", \"delay\": \"30d\", \"payload\": {%s}}";
        long id = Api.id(Api.enqueue(body.formatted("\"a\": \"secret-1\"")).statusCode(201));
        rows.execute("update rowmill_task set details = '{%s, \"a-name-that-is-longer\": \"secret-1\"}' where id = %d"
                .formatted(name, id));

        Api.get(id).statusCode(200).body(not(containsString("secret-")));
        Api.enqueue(body.formatted("\"rowmill:encrypted\": \"a7\""))
                .statusCode(400)
                .body("violations[0].message", containsString("must not have the name 'rowmill:encrypted'"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shape-unwrapped | {"card-number": "secret-1"}
            shape-value     | {"pan": "secret-1"}
            shape-value     | {"pans": ["secret-2"]}
            shape-wrapped   | {"means": {"by-card": {"number": "secret-1"}}}
            shape-array     | {"listed": ["secret-1"]}
            shape-array     | {"card": ["secret-2"]}
            shape-root      | ["secret-1"]
            shape-any       | {"anything": "secret-1"}
            shape-alias     | {"pan": "secret-1"}
            shape-sealed    | {"inner": {"number": "secret-1"}}
            """)
    void aSearchForTheSecretOfAnyShapeIsRefused(String type, String contained) {
        given().queryParam("q", "type:%s payload:%s".formatted(type, contained))
                .get(Api.TASKS)
                .then()
                .statusCode(403)
                .body("detail", containsString("sensitive"));
    }

    @Test
    void aSearchOfAllTypesFindsNoFullyMaskedPayload() {
        String queue = Api.fresh("shapes");
        Api.enqueue(
                        "{\"type\": \"shape-root\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": [\"a7\", \"secret-1\"]}"
                                .formatted(queue))
                .statusCode(201);

        given().queryParam("q", "payload:[\"secret-1\"] queue:" + queue)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.size()", is(0));
        Api.post(
                        "/rowmill/api/jobs",
                        "{\"action\": \"cancel\", \"q\": \"payload:[\\\"secret-1\\\"] queue:%s\"}".formatted(queue))
                .statusCode(202)
                .body("total", is(0));
    }

    @Test
    void aSearchOfAllTypesFindsNoPayloadWithSecretsOfAnyName() {
        String queue = Api.fresh("shapes");
        Api.enqueue(
                        "{\"type\": \"shape-any\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": {\"account\": \"a7\", \"anything\": \"secret-1\"}}"
                                .formatted(queue))
                .statusCode(201);

        given().queryParam("q", "payload.anything:secret-1 queue:" + queue)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.size()", is(0));
        given().queryParam("q", "type:shape-any payload.account:a7 queue:" + queue)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .body("tasks.size()", is(1));
    }

    @Test
    void aMaskForAWholePayloadKeepsThePayload() {
        long id = Api.id(Api.enqueue(
                "{\"type\": \"shape-root\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": [\"a7\", \"secret-1\"]}"
                        .formatted(Api.fresh("shapes"))));

        change(id, "\"***\"").statusCode(200);

        assertThat(rows.of(id, "details ->> 1")).isEqualTo("secret-1");
    }

    @Test
    void aSensitiveFieldUnderItsJsonAliasIsMasked() {
        long id = Api.id(Api.enqueue(
                "{\"type\": \"shape-alias\", \"queue\": \"%s\", \"delay\": \"30d\", \"payload\": {\"account\": \"a7\", \"number\": \"n\"}}"
                        .formatted(Api.fresh("shapes"))));
        rows.execute(
                "update rowmill_task set details = '{\"account\": \"a7\", \"pan\": \"secret-1\"}' where id = " + id);

        Api.get(id).body("details.account", is("a7")).body("details.pan", is("***"));
    }
}
