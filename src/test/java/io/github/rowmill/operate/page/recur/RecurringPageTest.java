package io.github.rowmill.operate.page.recur;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.matchesPattern;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.page.Html;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class RecurringPageTest {

    private static final String[] EVIL = Html.EVIL;

    @Inject
    Schedules schedules;

    /** Deletes all schedules, because the application declares some itself. */
    @BeforeEach
    @AfterEach
    void clear() {
        schedules.list("", 200).stream().map(Schedule::name).forEach(schedules::delete);
    }

    private static String page() {
        return given().get("/rowmill/recurring")
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static Response post(String verb, String name) {
        return given().contentType("application/x-www-form-urlencoded; charset=UTF-8")
                .redirects()
                .follow(false)
                .formParam("name", name)
                .post("/rowmill/recurring/" + verb);
    }

    private static void isAudited(String name, String action) {
        given().queryParam("kind", "schedule")
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then()
                .body("entries.action", hasItem(action));
    }

    @Test
    void aScheduleIsDescribedInWordsInTheReadersZone() {
        schedules.create(NewSchedule.of("nightly", NewTask.of("noop").queue("q").key("a7"))
                .cron("0 3 * * *")
                .zone("Asia/Tokyo"));
        schedules.create(NewSchedule.of("often", NewTask.of("noop")).every(Duration.ofMinutes(90)));

        assertThat(page())
                .contains("at 03:00 in Tokyo: noop in q, key a7", "<code>0 3 * * *</code>", "Asia/Tokyo")
                .contains("every 1 h 30 min", "18:00")
                .contains("<line class=\"tick\"");
        given().cookie("rowmill-zone", "Asia/Tokyo")
                .get("/rowmill/recurring")
                .then()
                .body(containsString("03:00"));
    }

    @Test
    void aScheduleOfEveryMinuteIsABand() {
        schedules.create(NewSchedule.of("minutely", NewTask.of("noop")).cron("* * * * *"));

        assertThat(page()).contains("every minute", "<rect class=\"many\"").doesNotContain("<line class=\"tick\"");
    }

    @Test
    void aScheduleIsRunPausedAndResumedByForms() {
        String name = Api.fresh("schedule");
        schedules.create(NewSchedule.of(name, NewTask.of("noop")).cron("0 0 1 1 *"));

        post("run", name).then().statusCode(303).header("Location", matchesPattern(".*tasks/[0-9]+\\?done=enqueue"));
        isAudited(name, "run");
        post("pause", name).then().statusCode(303).header("Location", endsWith("recurring?done=pause-schedule"));
        assertThat(schedules.find(name).orElseThrow().paused()).isTrue();
        assertThat(page()).contains("action=\"./recurring/resume\"");
        post("resume", name).then().statusCode(303);
        assertThat(schedules.find(name).orElseThrow().paused()).isFalse();
        post("pause", "nobody's").then().statusCode(404);
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    void hostileTextIsEscaped(String evil) {
        schedules.create(NewSchedule.of(evil, NewTask.of("noop").queue(evil)).cron("0 3 * * *"));

        String page = page();

        Html.assertHarmless(page);
        assertThat(page).contains("<span class=\"name\">" + Html.escaped(evil) + "</span>");
        post("run", evil).then().statusCode(303);
    }
}
