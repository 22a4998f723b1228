package io.github.rowmill.operate.http.schedule;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class SchedulesApiTest {

    private static final String SCHEDULES = "/rowmill/api/schedules";

    /** A time so far away that no tick comes while the test runs. */
    private static final Instant NEVER = Instant.parse("9990-01-01T00:00:00Z");

    @Inject
    Schedules schedules;

    @Inject
    Rows rows;

    private final String name = Api.fresh("a schedule/of ü");

    @BeforeEach
    void create() {
        schedules.create(
                NewSchedule.of(name, NewTask.of("noop")).cron("1 0 * * *").starts(NEVER));
    }

    @AfterEach
    void delete() {
        rows.execute("delete from rowmill_schedule where declared_by is null");
    }

    private ValidatableResponse get() {
        return given().pathParam("name", name).get(SCHEDULES + "/{name}").then();
    }

    private ValidatableResponse post(String verb) {
        return given().pathParam("name", name)
                .post(SCHEDULES + "/{name}/" + verb)
                .then();
    }

    @Test
    void aNameMayHave200CharactersOfAnyByteLength() {
        String body = "{\"type\": \"noop\", \"cron\": \"1 0 * * *\", \"starts\": \"9990-01-01T00:00:00Z\"}";
        for (String longest : List.of("\u00fc".repeat(200), "\u4e2d".repeat(200), "\ud83d\ude00".repeat(100))) {
            put(longest, body).statusCode(201);
            given().pathParam("name", longest)
                    .get(SCHEDULES + "/{name}")
                    .then()
                    .statusCode(200)
                    .body("name", is(longest));
            put(longest + "\u00fc", body).statusCode(400).body("violations[0].field", is("name"));
        }
    }

    private static ValidatableResponse put(String name, String body) {
        return given().contentType(ContentType.JSON)
                .pathParam("name", name)
                .body(body)
                .put(SCHEDULES + "/{name}")
                .then();
    }

    @Test
    void aPayloadThatTheTableCannotHoldIsNamed() {
        String numbers = "1e998,".repeat(1_100) + "1";

        put(
                        Api.fresh("large"),
                        "{\"type\": \"noop\", \"cron\": \"1 0 * * *\", \"details\": {\"all\": [%s]}}"
                                .formatted(numbers))
                .statusCode(400)
                .body("violations[0].field", is("details"))
                .body("violations[0].message", containsString("1048576 bytes"));
    }

    @Test
    void aScheduleIsShownWithItsNextTicks() {
        get().statusCode(200)
                .body("name", is(name))
                .body("type", is("noop"))
                .body("cron", is("1 0 * * *"))
                .body("every", nullValue())
                .body("zone", is("UTC"))
                .body("clockChange", is("once"))
                .body("missed", is("one"))
                .body("missedWithin", is("PT24H"))
                .body("overlap", is("allow"))
                .body("paused", is(false))
                .body("nextRuns", hasSize(5))
                .body("nextRuns[0]", is("9990-01-01T00:01:00Z"));
    }

    @Test
    void aScheduleWithAnInvalidCronIsShownWithoutTicks() {
        rows.execute("update rowmill_schedule set cron = 'whenever' where name = '%s'".formatted(name));

        get().statusCode(200).body("cron", is("whenever")).body("nextRuns", nullValue());
    }

    @Test
    void schedulesAreListedByNameInPages() {
        schedules.create(
                NewSchedule.of(name + "+", NewTask.of("noop")).cron("@daily").starts(NEVER));

        given().get(SCHEDULES).then().statusCode(200).body("schedules.name", hasItem(name));
        given().queryParam("after", name)
                .queryParam("limit", 1)
                .get(SCHEDULES)
                .then()
                .statusCode(200)
                .body("schedules.name", contains(name + "+"));
    }

    @Test
    void aScheduleIsPausedAndResumed() {
        post("pause").statusCode(200).body("paused", is(true));
        post("resume").statusCode(200).body("paused", is(false));
    }

    @Test
    void aRunEnqueuesATaskOfTheSchedule() {
        ValidatableResponse made = post("run").statusCode(201);
        long id = made.extract().jsonPath().getLong("id");

        made.header("Location", endsWith("/rowmill/api/tasks/" + id));
        Api.get(id).statusCode(200).body("schedule", is(name)).body("tick", not(nullValue()));
    }

    @Test
    void aScheduleIsDeleted() {
        given().pathParam("name", name).delete(SCHEDULES + "/{name}").then().statusCode(204);

        get().statusCode(404)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:schedule-not-found"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "%00", "%ED%A0%80"})
    void anUnknownScheduleIsNotFound(String absent) {
        String path = SCHEDULES + "/" + absent;
        given().urlEncodingEnabled(false).get(path).then().statusCode(404);
        given().urlEncodingEnabled(false).delete(path).then().statusCode(404);
        for (String verb : new String[] {"pause", "resume", "run"}) {
            given().urlEncodingEnabled(false).post(path + "/" + verb).then().statusCode(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=201", "limit=many", "after=%00"})
    void anInvalidParameterIsRefused(String query) {
        given().urlEncodingEnabled(false)
                .get(SCHEDULES + "?" + query)
                .then()
                .statusCode(400)
                .body("type", is("urn:rowmill:invalid-request"));
    }
}
