package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the packaged application from outside: each sample by REST, the probes, the metrics and the dashboard. */
class SamplesIT {

    private static Database database;
    private static Node node;

    @BeforeAll
    static void start() throws IOException {
        database = Database.start();
        node = Node.start(
                        "samples",
                        database,
                        "rowmill.dashboard.enabled=true",
                        "rowmill.backoff.first=100ms",
                        "rowmill.backoff.max=1s")
                .awaitReady();
    }

    @AfterAll
    static void stop() throws IOException {
        node.close();
        database.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "event           | {\"account\": \"ada\", \"name\": \"page-view\", \"n\": 1}",
                "reminder        | {\"account\": \"ada\"}",
                "daily-analytics | {\"account\": \"ada\", \"zone\": \"Europe/London\", \"day\": \"2026-01-31\"}",
                "invoice         | {\"account\": \"ada\", \"lines\": [{\"article\": \"tea\", \"count\": 2, \"price\": {\"cents\": 350}}]}",
                "rental          | {\"account\": \"ada\", \"days\": 2, \"seconds\": 1, \"patience\": 1}",
                "reading         | {\"account\": \"ada\", \"value\": 350}",
                "noop            | {}",
            })
    void aTaskOfEachSampleRuns(String type, String payload) {
        String task = RestAssured.given()
                .contentType(ContentType.JSON)
                .body("{\"type\": \"%s\", \"payload\": %s}".formatted(type, payload))
                .post(node.address() + "/rowmill/api/tasks")
                .then()
                .statusCode(201)
                .extract()
                .header("Location");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(RestAssured.get(task).jsonPath().getString("status"))
                        .isEqualTo("completed"));
    }

    @Test
    void theApplicationIsLiveAndServesMetricsAndDashboard() {
        assertThat(node.get("/q/health/live")).contains("UP");
        assertThat(node.metric("rowmill_")).isPositive();
        assertThat(node.get("/rowmill/")).contains("<title id=\"title\">").contains("Running longest");
    }
}
