package io.github.rowmill.operate.http.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a worker can claim the tasks that its permission names, and sees nothing else. */
@QuarkusTest
@TestProfile(Lending.class)
class WorkAccessTest {

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    @Test
    void aWorkerClaimsOnlyFromItsQueues() {
        String other = Api.fresh("other");
        tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue(other));
        tasks.enqueue(NewTask.of(Lending.TYPE, Map.of()).queue("typed"));

        Lending.post("typed", "claim", "{\"types\": [\"encode\"], \"queues\": [\"%s\"]}".formatted(other))
                .statusCode(403);
        var own = Lending.post("typed", "claim", "{\"types\": [\"encode\"], \"room\": 100}")
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(own.getList("tasks.queue")).containsExactly("typed");
    }

    @Test
    void aTypeThatTheTokenDoesNotNameIsRefused() {
        Lending.post("typed", "claim", "{\"types\": [\"payroll\"]}").statusCode(403);
    }

    @Test
    void aWorkerCannotListTasks() {
        RestAssured.given()
                .header("Authorization", "Bearer " + Lending.token("ada"))
                .get(Api.TASKS)
                .then()
                .statusCode(403);
    }

    @Test
    void theOperatePermissionDoesNotAllowClaims() {
        Lending.post("viewer", "claim", "{\"types\": [\"encode\"]}")
                .statusCode(403)
                .body("detail", containsString("lacks the permission work"));
    }

    @Test
    void aDeclaredTypeIsEnqueuedWithoutAHandler() {
        RestAssured.given()
                .header("Authorization", "Bearer " + Lending.token("viewer"))
                .contentType("application/json")
                .body("{\"type\": \"encode\", \"payload\": {\"any\": [1, null]}, \"delay\": \"30d\"}")
                .post(Api.TASKS)
                .then()
                .statusCode(201);
        rows.execute("delete from rowmill_task where queue = 'media'");
    }

    @Test
    void aSubscriberMayHaveATypeOfRemoteWorkers() {
        String topic = Api.fresh("topic");

        RestAssured.given()
                .header("Authorization", "Bearer " + Lending.token("chief"))
                .contentType("application/json")
                .body("{}")
                .put("/rowmill/api/topics/%s/subscribers/encode".formatted(topic))
                .then()
                .statusCode(201)
                .body("queue", is("media"))
                .body("maxAttempts", is(2));
        tasks.publish(topic, Map.of("n", 7));

        JsonPath claimed = Lending.claim("ada", "media");
        assertThat(claimed.getMap("tasks[0].payload")).isEqualTo(Map.of("n", 7));
        rows.execute("delete from rowmill_task where queue = 'media'");
        rows.execute("delete from rowmill_subscription where topic = '%s'".formatted(topic));
    }

    @ParameterizedTest
    @CsvSource({"claim, types", "renew, leases"})
    void aClaimOrRenewalBodyHasAtMost64Kilobytes(String verb, String field) {
        String names = "{\"%s\": [\"%s\"]}";

        Lending.post("ada", verb, names.formatted(field, "x".repeat(65_536))).statusCode(413);
        Lending.post("ada", verb, names.formatted(field, "x".repeat(65_000))).statusCode(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claim | {} | types",
                "claim | {\"types\": []} | types",
                "claim | {\"types\": [null]} | types[0]",
                "claim | {\"types\": [\"encode\"], \"room\": 0} | room",
                "claim | {\"types\": [\"encode\"], \"room\": 101} | room",
                "claim | {\"types\": [\"encode\"], \"wait\": \"61s\"} | wait",
                "claim | {\"types\": [\"encode\"], \"wait\": \"-1s\"} | wait",
                "claim | {\"types\": [\"encode\"], \"wait\": 3} | wait",
                "claim | {\"types\": [\"encode\"], \"worker\": \"bob\"} | worker",
                "claim | {\"types\": [\"encode\"], \"queues\": []} | queues",
                "renew | {} | leases",
                "renew | {\"leases\": [\"17\"]} | leases[0]",
                "renew | {\"leases\": [\"17:3\", \"17:4\"]} | leases",
                "renew | {\"leases\": [\"9999999999999999999:1\"]} | leases[0]",
                "settle | {\"verdicts\": [null]} | verdicts[0]",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\"}]} | verdicts[0].outcome",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"done\"}]} | verdicts[0].outcome",
                "settle | {\"verdicts\": [{\"outcome\": \"succeeded\"}]} | verdicts[0].lease",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"failed\"}]} | verdicts[0].error",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"snoozed\"}]} | verdicts[0].delay",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"succeeded\", \"error\": \"no\"}]} | verdicts[0].error",
                "settle | {\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"succeeded\", \"progress\": 1}]} | verdicts[0].progress"
            })
    void aWrongFieldIsNamed(String verb, String body, String field) {
        Lending.post("ada", verb, body)
                .statusCode(400)
                .body("type", containsString("invalid-request"))
                .body("violations.field", hasItem(field));
    }
}
