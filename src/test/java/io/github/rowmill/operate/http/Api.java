package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;

import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.util.UUID;
import org.hamcrest.Matcher;
import org.hamcrest.Matchers;

/** Sends requests to the API, as a client does. */
public final class Api {

    public static final String TASKS = "/rowmill/api/tasks";

    private Api() {}

    public static ValidatableResponse post(String path, String body) {
        return given().contentType(ContentType.JSON).body(body).post(path).then();
    }

    public static ValidatableResponse enqueue(String body) {
        return post(TASKS, body);
    }

    public static ValidatableResponse get(long id) {
        return given().get(TASKS + "/" + id).then();
    }

    public static long id(ValidatableResponse task) {
        return task.extract().jsonPath().getLong("id");
    }

    /** Matches an id, which REST Assured reads as an int where it fits. */
    public static Matcher<Number> isId(long id) {
        return Matchers.hasToString(String.valueOf(id));
    }

    /** Enqueues a {@code noop} that is due in 30 days, and returns its id. */
    public static long waiting(String queue) {
        return id(enqueue("{\"type\": \"noop\", \"queue\": \"%s\", \"delay\": \"30d\"}".formatted(queue))
                .statusCode(201));
    }

    /** Returns a name that no other test uses. */
    public static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }
}
