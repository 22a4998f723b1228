package io.github.rowmill.operate.access;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.engine.Special;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests callers that enqueue over REST faster than they may. */
@QuarkusTest
@TestProfile(Special.class)
class RateTest {

    private static final String TASK = "{\"type\": \"noop\", \"queue\": \"mail\", \"delay\": \"30d\"}";

    private static ValidatableResponse post(String user, String path, String body) {
        return (user.equals("ci") ? ci() : as(user))
                .contentType(ContentType.JSON)
                .body(body)
                .post(path)
                .then();
    }

    private static RequestSpecification ci() {
        return given().header("Authorization", "Bearer " + Guarded.TOKEN);
    }

    private static String bulk(int tasks) {
        return Collections.nCopies(tasks, TASK).toString();
    }

    @Test
    void aBulkCountsEachTaskAndGets429AboveTheRate() {
        post("operate", Api.TASKS + "/bulk", bulk(1000)).statusCode(200);

        ValidatableResponse refused = post("operate", Api.TASKS + "/bulk", bulk(500));

        refused.statusCode(429)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:rate-exceeded"))
                .body("detail", containsString("rowmill.api.enqueue-rate"));
        assertThat(Integer.parseInt(refused.extract().header("Retry-After"))).isBetween(300, 500);
        post("admin", Api.TASKS, TASK).statusCode(201);
    }

    @Test
    void aboveTheRateASingleTaskIsRefusedAndAReadIsNot() {
        post("mail", Api.TASKS + "/bulk", bulk(2000)).statusCode(200);

        post("mail", Api.TASKS, TASK).statusCode(429).body("type", is("urn:rowmill:rate-exceeded"));
        as("mail").get(Api.TASKS + "?queue=mail").then().statusCode(200);
    }

    @Test
    void retriesAndScheduleRunsCountOnTheApiAndTheDashboard() {
        as("admin")
                .contentType(ContentType.JSON)
                .body("{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\"}")
                .put("/rowmill/api/schedules/of-the-rate");
        post("ci", Api.TASKS + "/bulk", bulk(2000)).statusCode(200);

        for (String path : List.of("/rowmill/api/schedules/of-the-rate/run", Api.TASKS + "/1/retry")) {
            post("ci", path, "").statusCode(429).body("type", is("urn:rowmill:rate-exceeded"));
        }
        for (String path : List.of("/rowmill/recurring/run", "/rowmill/tasks/1/retry")) {
            ci().formParam("name", "of-the-rate")
                    .formParam("version", 1)
                    .post(path)
                    .then()
                    .statusCode(429);
        }
        ci().formParam("do", "retry")
                .formParam("id", 1)
                .post("/rowmill/bulk")
                .then()
                .statusCode(429);
        as("admin").delete("/rowmill/api/schedules/of-the-rate");
    }
}
