package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.github.rowmill.operate.http.Guarded.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests permissions for topics. A publish needs the permission to enqueue for each subscriber. */
@QuarkusTest
@TestProfile(Guarded.class)
class TopicRightsTest {

    private static final String TOPICS = "/rowmill/api/topics/";

    @Inject
    Rows rows;

    private final String name = Api.fresh("rights");

    @BeforeEach
    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_subscription where declared_by is null");
        rows.execute("delete from rowmill_task where queue in ('mail', 'else')");
    }

    private void subscribe(String type, String queue) {
        rows.execute("insert into rowmill_subscription (topic, type, queue) values ('%s', '%s', '%s')"
                .formatted(name, type, queue));
    }

    private ValidatableResponse publish(RequestSpecification caller, String body) {
        return caller.contentType(ContentType.JSON)
                .body(body)
                .post(TOPICS + name)
                .then();
    }

    private ValidatableResponse put(RequestSpecification caller, String type, String body) {
        return caller.contentType(ContentType.JSON)
                .body(body)
                .put(TOPICS + name + "/subscribers/" + type)
                .then();
    }

    private long tasks() {
        return rows.number("select count(*) from rowmill_task where queue in ('mail', 'else')");
    }

    @Test
    void oneForbiddenSubscriberForbidsThePublish() {
        subscribe("noop", "mail");
        publish(as("mail"), "{\"delay\": \"1d\"}").statusCode(200).body("tasks", hasSize(1));
        subscribe("event", "else");

        publish(as("mail"), "{}")
                .statusCode(403)
                .body("detail", allOf(containsString("'event'"), not(containsString("'else'"))));
        publish(as("view"), "{}").statusCode(403);
        publish(as("anonymous"), "{}").statusCode(401);

        assertThat(tasks()).isOne();
    }

    @Test
    void aPublishNeedsThePermissionForEachType() {
        subscribe("noop", "mail");
        publish(by("typed"), "{\"delay\": \"1d\"}").statusCode(200);
        subscribe("event", "mail");

        publish(by("typed"), "{}").statusCode(403).body("detail", containsString("'event'"));

        assertThat(tasks()).isOne();
    }

    @Test
    void thePermissionIsCheckedBeforeTheBody() {
        subscribe("event", "else");

        publish(as("mail"), "{").statusCode(403);
        publish(as("operate"), "{").statusCode(400);
    }

    @Test
    void onlyAdminsOfTheQueueSetSubscribers() {
        put(by("mail-admin"), "noop", "{\"queue\": \"mail\"}").statusCode(201);
        put(by("mail-admin"), "noop", "{\"queue\": \"else\"}").statusCode(403);
        put(by("mail-admin"), "noop", "{}").statusCode(403);
        put(as("operate"), "noop", "{\"queue\": \"mail\"}").statusCode(403);
        subscribe("event", "else");
        put(by("mail-admin"), "event", "{\"queue\": \"mail\"}").statusCode(403);
        by("mail-admin").delete(TOPICS + name + "/subscribers/event").then().statusCode(403);
        as("operate").delete(TOPICS + name + "/subscribers/noop").then().statusCode(403);

        assertThat(rows.text(
                        "select string_agg(type || ' ' || queue, ', ' order by type) from rowmill_subscription where topic = '%s'"
                                .formatted(name)))
                .isEqualTo("event else, noop mail");
        by("mail-admin").delete(TOPICS + name + "/subscribers/noop").then().statusCode(204);
    }

    @Test
    void theListOfTopicsNeedsViewInAllQueues() {
        as("view").get("/rowmill/api/topics").then().statusCode(200);
        as("mail").get("/rowmill/api/topics").then().statusCode(403).body("detail", containsString("[mail]"));
    }
}
