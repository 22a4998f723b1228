package io.github.rowmill.operate.http.topic;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class TopicsApiTest {

    private static final String TOPICS = "/rowmill/api/topics";
    private static final String SUBSCRIBER = TOPICS + "/{name}/subscribers/{type}";

    @Inject
    Rows rows;

    private final String name = Api.fresh("a topic/of ü");

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_subscription where declared_by is null or declared_by = 'test'");
    }

    private RequestSpecification request(String topic) {
        return given().contentType(ContentType.JSON).pathParam("name", topic);
    }

    private ValidatableResponse put(String type, String body) {
        return request(name).pathParam("type", type).body(body).put(SUBSCRIBER).then();
    }

    private ValidatableResponse publish(String body) {
        return request(name).body(body).post(TOPICS + "/{name}").then();
    }

    @Test
    void aSubscriberIsAddedChangedAndRemoved() {
        put("noop", "{}")
                .statusCode(201)
                .body("type", is("noop"))
                .body("queue", is("default"))
                .body("maxAttempts", is(10))
                .body("pinned", is(false))
                .body("declaredBy", nullValue());
        String sent = put("noop", "{\"queue\": \"q\", \"maxAttempts\": 3}")
                .statusCode(200)
                .body("queue", is("q"))
                .extract()
                .asString();
        put("noop", sent).statusCode(200).body("maxAttempts", is(3));
        put("noop", "{\"pinned\": true}")
                .statusCode(200)
                .body("pinned", is(true))
                .body("queue", is("default"));

        request(name).pathParam("type", "noop").delete(SUBSCRIBER).then().statusCode(204);
        request(name)
                .pathParam("type", "noop")
                .delete(SUBSCRIBER)
                .then()
                .statusCode(404)
                .body("type", is("urn:rowmill:subscription-not-found"));
        given().queryParam("kind", "topic")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries.action", is(List.of("unsubscribe", "change", "change", "change", "subscribe")))
                .body("entries[3].before.queue", is("default"))
                .body("entries[3].after.queue", is("q"));
    }

    @Test
    void aDeclaredSubscriberIsPinnedByAChange() {
        put("noop", "{}").statusCode(201);
        rows.execute("update rowmill_subscription set declared_by = 'test' where topic = '%s'".formatted(name));

        put("noop", "{}").statusCode(200).body("pinned", is(true));
        put("noop", "{\"pinned\": false}").statusCode(200).body("pinned", is(false));
    }

    @Test
    void topicsAreListedByNameInPages() {
        put("noop", "{\"queue\": \"q\"}");
        put("event", "{}");
        given().queryParam("after", name.substring(0, name.length() - 1))
                .get(TOPICS)
                .then()
                .statusCode(200)
                .body("topics[0].name", is(name))
                .body("topics[0].subscribers.type", is(List.of("event", "noop")))
                .body("topics[0].subscribers[1].queue", is("q"));
        for (int i = 0; i < 3; i++) {
            rows.execute("insert into rowmill_subscription (topic, type) values ('zzz-%s', 'a'), ('zzz-%s', 'b')"
                    .formatted(i, i));
        }

        given().queryParam("after", "zzz")
                .queryParam("limit", 2)
                .get(TOPICS)
                .then()
                .body("topics.name", is(List.of("zzz-0", "zzz-1")))
                .body("topics[1].subscribers", hasSize(2))
                .body("next", is("zzz-1"));
        given().queryParam("after", "zzz-1")
                .queryParam("limit", 2)
                .get(TOPICS)
                .then()
                .body("topics.name", is(List.of("zzz-2")))
                .body("next", nullValue());
        given().queryParam("limit", 0).get(TOPICS).then().statusCode(400);
    }

    @Test
    void aMessageIsATaskForEachSubscriber() {
        put("noop", "{\"queue\": \"q\"}");
        rows.execute("insert into rowmill_subscription (topic, type) values ('%s', 'of-a-newer-node')".formatted(name));

        ValidatableResponse answer = publish(
                        "{\"payload\": {\"order\": 7}, \"delay\": \"30d\", \"priority\": 2, \"key\": \"k\", \"uniqueKey\": \"u\", \"tags\": [\"t\"]}")
                .statusCode(200)
                .body("topic", is(name))
                .body("tasks.type", is(List.of("noop", "of-a-newer-node")))
                .body("tasks.queue", is(List.of("q", "default")))
                .body("tasks.result", is(List.of("new", "new")));
        long id = answer.extract().jsonPath().getLong("tasks[0].id");
        Api.get(id).body("priority", is(2)).body("key", is("k")).body("tags", is(List.of("t")));

        publish("{\"payload\": {}, \"uniqueKey\": \"u\"}")
                .statusCode(200)
                .body("tasks[0].id", Api.isId(id))
                .body("tasks.result", is(List.of("existing", "existing")))
                .body("tasks.duplicate", is(List.of(true, true)));
        rows.execute("delete from rowmill_task where type = 'of-a-newer-node' or id = %s".formatted(id));
    }

    @Test
    void aTopicWithoutSubscribersIsNoError() {
        publish("{}").statusCode(200).body("tasks", hasSize(0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"payload": {"account": 1, "more": 2}} | payload.more
            {"payload": {"account": "a", "name": "n", "n": 1}, "priority": 99999} | priority
            {"delay": "1s", "runAt": "2030-01-01T00:00:00Z"} | delay
            {"tags": [null]} | tags
            {"type": "noop"} | type
            {"queue": "q"} | queue
            {"uniqueBy": ["a"], "uniqueKey": "a"} | uniqueBy
            """)
    void aWrongFieldIsNamedAndNothingIsWritten(String body, String field) {
        put("event", "{\"queue\": \"never\"}");
        put("noop", "{\"queue\": \"never\"}");

        publish(body).statusCode(400).body("violations.field", hasItem(field));

        assertThat(rows.number("select count(*) from rowmill_task where queue = 'never'"))
                .isZero();
    }

    @Test
    void anInvalidTopicOrSubscriberFieldIsNamed() {
        for (String topic : List.of(" ", "t".repeat(201))) {
            request(topic)
                    .body("{}")
                    .post(TOPICS + "/{name}")
                    .then()
                    .statusCode(400)
                    .body("violations[0].field", is("topic"));
            request(topic)
                    .pathParam("type", "noop")
                    .body("{}")
                    .put(SUBSCRIBER)
                    .then()
                    .statusCode(400)
                    .body("violations[0].field", is("topic"));
        }
        put("noop", "{\"maxAttempts\": 0}").statusCode(400).body("violations[0].field", is("maxAttempts"));
        put("noop", "{\"queue\": \" \"}").statusCode(400).body("violations[0].field", is("queue"));
        put("noop", "{\"priority\": 1}").statusCode(400).body("violations[0].field", is("priority"));
    }

    @Test
    void aTypeWithoutHandlerIsNoSubscriber() {
        put("nobodys", "{}")
                .statusCode(422)
                .body("type", is("urn:rowmill:unknown-type"))
                .body("violations[0].field", is("type"));
    }

    @Test
    void anInvalidOrTooLargeBodyIsRefused() {
        for (String body : List.of("", "null", "[]", "{", "{\"payload\":}")) {
            publish(body).statusCode(400).body("type", is("urn:rowmill:invalid-request"));
            put("noop", body).statusCode(400);
        }
        publish("{\"payload\": \"" + "a".repeat(400_000) + "\"}")
                .statusCode(413)
                .body("detail", containsString("bytes"));
    }
}
