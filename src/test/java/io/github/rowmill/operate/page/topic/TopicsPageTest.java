package io.github.rowmill.operate.page.topic;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.Topics;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class TopicsPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Topics topics;

    @Inject
    Rows rows;

    private final String name = Api.fresh("topic");

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_subscription where declared_by is null");
    }

    private static String page() {
        return given().get("/rowmill/topics").then().statusCode(200).extract().asString();
    }

    private static Response post(String verb, Map<String, String> form) {
        return given().contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .redirects()
                .follow(false)
                .formParams(form)
                .post("/rowmill/topics/" + verb);
    }

    @Test
    void aTopicIsShownWithItsSubscribers() {
        topics.subscribe(NewSubscription.of(name, "noop").queue("q").maxAttempts(3));

        assertThat(page())
                .contains("<h1>Topics</h1>", name, "<option>noop</option>", "added by a user")
                .contains("topics with", "data-l=\"queue\">q</td>", "data-l=\"attempts\">3</td>");
    }

    @Test
    void subscribersAreAddedPublishedToAndRemovedByForms() {
        post("subscribe", Map.of("topic", name, "type", "noop", "queue", " "))
                .then()
                .statusCode(303)
                .header("Location", endsWith("topics?done=subscribe"));
        post("subscribe", Map.of("topic", name, "type", "noop", "queue", name))
                .then()
                .statusCode(303);
        assertThat(topics.find(name, "noop").orElseThrow().queue()).isEqualTo(name);

        post("publish", Map.of("topic", name, "payload", "{\"a\": 1}"))
                .then()
                .statusCode(303)
                .header("Location", endsWith("topics?done=publish.1.0"));
        assertThat(rows.number("select count(*) from rowmill_task where queue = '%s'".formatted(name)))
                .isOne();
        given().get("/rowmill/topics?done=publish.1.0").then().body(containsString("1 task enqueued by the publish."));

        post("unsubscribe", Map.of("topic", name, "type", "noop"))
                .then()
                .statusCode(303)
                .header("Location", endsWith("topics?done=unsubscribe"));
        assertThat(topics.subscribers(name)).isEmpty();
        post("unsubscribe", Map.of("topic", name, "type", "noop")).then().statusCode(404);
    }

    @Test
    void wrongFormsAreRefused() {
        topics.subscribe(NewSubscription.of(name, "noop"));

        post("publish", Map.of("topic", name, "payload", "{")).then().statusCode(400);
        post("publish", Map.of("topic", " ")).then().statusCode(400);
        post("subscribe", Map.of("topic", name, "type", "nobodys")).then().statusCode(422);
        post("subscribe", Map.of()).then().statusCode(422);
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        topics.subscribe(NewSubscription.of(evil, "noop").queue(evil));

        String page = page();

        Html.assertHarmless(page);
        assertThat(page).contains("class=\"wraps\">" + Html.escaped(evil) + "</th>");
    }
}
