package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that no queue and no schedule has a name that is a step in a path, such as {@code ..}.
 * {@code TypeSettingsTest} and {@code DeclaredRulesTest} test the names in the configuration and in annotations.
 */
@QuarkusTest
class DottedNamesTest {

    private static final String QUEUES = "/rowmill/api/queues/";

    private static final String SCHEDULES = "/rowmill/api/schedules/";

    @Inject
    TaskQueue tasks;

    @Inject
    Queues queues;

    @Inject
    Schedules schedules;

    @Inject
    Rows rows;

    @TestHTTPResource("/")
    URI root;

    @AfterEach
    void assertNoRowHasADottedName() {
        assertThat(rows.number("select count(*) from rowmill_task where queue in ('.', '..')"))
                .isZero();
        assertThat(rows.number("select count(*) from rowmill_queue where name in ('.', '..')"))
                .isZero();
        assertThat(rows.number(
                        "select count(*) from rowmill_schedule where '.' in (name, queue) or '..' in (name, queue)"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void theJavaApiRefusesADottedName(String name) {
        NewTask task = NewTask.of("noop").queue(name);

        assertThatThrownBy(() -> tasks.enqueue(task))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("must not be '%s'", name);
        assertThatThrownBy(() -> tasks.enqueue(List.of(NewTask.of("noop"), task)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("tasks[1].queue");
        for (Runnable verb : List.<Runnable>of(
                () -> queues.set(name, QueueRules.NONE.depth(5)),
                () -> queues.limit(name, 5),
                () -> queues.pause(name),
                () -> queues.pauseType(name, "noop"),
                () -> queues.pin(name, true))) {
            assertThatThrownBy(verb::run)
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("must not be '%s'", name);
        }
        assertThatThrownBy(() -> schedules.create(
                        NewSchedule.of(name, NewTask.of("noop")).cron("@daily")))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("must not be '%s'", name);
        assertThatThrownBy(() -> schedules.create(NewSchedule.of("dotted", task).cron("@daily")))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessageContaining("must not be '%s'", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void aBodyWithADottedNameIsRefused(String name) {
        String task = "{\"type\": \"noop\", \"queue\": \"%s\"}".formatted(name);
        String body = "{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\", \"queue\": \"%s\"}".formatted(name);
        long id = Api.waiting(Api.fresh("dotted"));

        Api.enqueue(task).statusCode(400).body("violations.field", hasItem("queue"));
        Api.post(Api.TASKS + "/bulk", "[" + task + "]")
                .statusCode(400)
                .body("violations.field", hasItem("tasks[0].queue"));
        sent(body).put(SCHEDULES + "dotted").then().statusCode(400).body("violations.field", hasItem("queue"));
        ValidatableResponse changed = sent("{\"queue\": \"%s\"}".formatted(name))
                .header("If-Match", "*")
                .patch(Api.TASKS + "/" + id)
                .then();
        changed.statusCode(400).body("violations.field", hasItem("queue"));
        Api.get(id).body("status", is("queued"));
    }

    private static io.restassured.specification.RequestSpecification sent(String body) {
        return given().contentType(ContentType.JSON).body(body);
    }

    static Stream<Arguments> paths() {
        return Stream.of(".", "..", "%2e", "%2E%2E", "%2e.")
                .flatMap(name -> Stream.of(
                        Arguments.of("POST", QUEUES + name + "/pause", ""),
                        Arguments.of("POST", QUEUES + name + "/limit?concurrency=3", ""),
                        Arguments.of("POST", QUEUES + name + "/pin", ""),
                        Arguments.of("PUT", QUEUES + name + "/rules", "{\"depth\": 5}"),
                        Arguments.of("PUT", SCHEDULES + name, "{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\"}")));
    }

    /** The server resolves the step before it chooses a resource, so the request is for another path. */
    @ParameterizedTest
    @MethodSource("paths")
    void aPathWithADottedNameIsRefused(String method, String path, String body) throws IOException {
        assertThat(status(method, path, body)).isBetween(400, 499);
    }

    private int status(String method, String path, String body) throws IOException {
        String head =
                "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                        .formatted(method, path, body.length());
        try (Socket socket = new Socket(root.getHost(), root.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }
}
