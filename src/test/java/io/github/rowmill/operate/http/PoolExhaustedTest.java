package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.Side;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Checks that a request gets 503 with a time to try again while all connections of the application's pool are taken.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class PoolExhaustedTest {

    private static final String NOOP = "{\"type\": \"noop\"}";

    private static final String OUTAGE = "503, urn:rowmill:unavailable, again in 2";

    @Inject
    Rows rows;

    @Inject
    AgroalDataSource pool;

    @Test
    void anExhaustedPoolIsAnsweredWith503AndARetryTime() throws SQLException {
        long id = Api.id(Guarded.as("admin")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"noop\", \"delay\": \"30d\"}")
                .post(Api.TASKS)
                .then());
        List<Connection> all = new ArrayList<>();
        Map<String, CompletableFuture<String>> answers = new LinkedHashMap<>();
        try {
            takeAll(all);
            for (String request : requests(id)) {
                answers.put(request, Side.begin(() -> answer(request)));
            }
            answers.values().forEach(CompletableFuture::join);
        } finally {
            for (Connection one : all) {
                one.close();
            }
        }

        assertThat(answers)
                .allSatisfy((request, answer) ->
                        assertThat(answer.join()).as(request).isEqualTo(OUTAGE));
    }

    /**
     * Takes as many connections as the pool may have. A connection in use may become free only after the pool's
     * timeout, so a timeout does not mean that all are taken.
     */
    private void takeAll(List<Connection> taken) {
        int size = pool.getConfiguration().connectionPoolConfiguration().maxSize();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> take(taken) == size);
    }

    private int take(List<Connection> taken) {
        try {
            taken.add(rows.connect());
        } catch (SQLException none) {
            assertThat(none.getMessage()).contains("acquisition timeout");
        }
        return taken.size();
    }

    private static List<String> requests(long id) {
        return List.of(
                "POST /tasks " + NOOP,
                "POST /tasks {\"type\": \"noop\", \"uniqueKey\": \"exhausted\"}",
                "POST /tasks/bulk [" + NOOP + "]",
                "POST /tasks/%d/cancel {}".formatted(id),
                "POST /tasks/%d/run {}".formatted(id),
                "DELETE /tasks/%d {}".formatted(id),
                "POST /jobs {\"action\": \"cancel\", \"q\": \"queue:exhausted\"}",
                "GET /jobs {}",
                "POST /queues/exhausted/pause {}",
                "GET /queues/exhausted {}",
                "PUT /schedules/exhausted {\"type\": \"noop\", \"cron\": \"1 0 1 1 *\"}");
    }

    private static String answer(String request) {
        String[] parts = request.split(" ", 3);
        Response answer = Guarded.as("admin")
                .contentType(ContentType.JSON)
                .header("If-Match", "*")
                .body(parts[2])
                .request(parts[0], "/rowmill/api" + parts[1]);
        return "%s, %s, again in %s"
                .formatted(answer.statusCode(), answer.jsonPath().getString("type"), answer.header("Retry-After"));
    }
}
