package org.acme.shop;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests settings that many applications have. They must not change Rowmill's behaviour. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@TestProfile(OpenDoorsTest.Open.class)
class HabitsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Inject
    TaskQueue tasks;

    @Test
    void theApplicationsMapperChangesNoNameOrTimeOfTheApi() {
        long id = tasks.enqueue(NewTask.of("thank-you", new ThankYou.Mail("grace")))
                .id();

        given().get("/rowmill/api/tasks/" + id)
                .then()
                .statusCode(200)
                .body("maxAttempts", is(10))
                .body("created", matchesPattern("\\d{4}-\\d{2}-\\d{2}T.*Z"));
    }

    @Test
    void aRemoteWorkerReadsTheNamesOfTheApi() {
        tasks.enqueue(NewTask.of("encode", Map.of("file_name", "a.wav")));

        String lease = given().contentType(ContentType.JSON)
                .body("{\"types\": [\"encode\"], \"wait\": \"1s\"}")
                .post("/rowmill/api/work/claim")
                .then()
                .statusCode(200)
                .body("tasks[0].maxAttempts", is(10))
                .body("tasks[0].leaseFor", is("PT30S"))
                .body("tasks[0].payload.file_name", is("a.wav"))
                .extract()
                .path("tasks[0].lease");
        given().contentType(ContentType.JSON)
                .body("{\"verdicts\": [{\"lease\": \"%s\", \"outcome\": \"succeeded\"}]}".formatted(lease))
                .post("/rowmill/api/work/settle")
                .then()
                .statusCode(200)
                .body("written", is(List.of(lease)));
    }

    @Test
    void aPayloadIsWrittenAndReadByTheMapperOfTheApplication() {
        long id = tasks.enqueue(NewTask.of("count-stock", new Receipts.Stock("ada", LocalDate.of(2026, 11, 26))))
                .id();

        given().get("/rowmill/api/tasks/" + id).then().body("details.counted_by", is("ada"));
        await().atMost(DEADLINE).untilAsserted(() -> assertThat(status(id)).isEqualTo("completed"));
    }

    @Test
    void aHandlersTransactionMayTakeLongerThanThoseOfRequests() {
        long id = tasks.enqueue(NewTask.of("count-stock", new Receipts.Stock("ada", LocalDate.of(2026, 11, 26))))
                .id();

        await().atMost(DEADLINE).untilAsserted(() -> assertThat(status(id)).isEqualTo("completed"));
        given().get("/rowmill/api/tasks/" + id).then().body("attempts", is(1));
    }

    @Test
    void aPageIsCompressedAndComplete() {
        given().header("Accept-Encoding", "gzip")
                .get("/rowmill/tasks")
                .then()
                .statusCode(200)
                .header("Content-Encoding", equalTo("gzip"))
                .body(containsString("</html>"));
    }

    @Test
    void aPageObeysAContentSecurityPolicyOfSelf() {
        given().get("/rowmill")
                .then()
                .statusCode(200)
                .header("Content-Security-Policy", containsString("'self'"))
                .body(not(containsString("<script>")))
                .body(not(containsString(" style=\"")))
                .body(not(containsString("http://")))
                .body(not(containsString("https://")));
    }

    @Test
    void aWriteFromAnOriginAllowedByCorsIsRefused() {
        given().header("Origin", "https://shop.example")
                .header("Sec-Fetch-Site", "cross-site")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"thank-you\", \"payload\": {\"to\": \"ada\"}}")
                .post("/rowmill/api/tasks")
                .then()
                .statusCode(403)
                .body("type", equalTo("urn:rowmill:foreign-origin"));
    }

    private static String status(long id) {
        return given().get("/rowmill/api/tasks/" + id).path("status");
    }
}
