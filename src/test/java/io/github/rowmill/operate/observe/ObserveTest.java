package io.github.rowmill.operate.observe;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.execute.LeaseKeeper;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.HourlyTrim;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests health and metrics as an operator's tools read them. */
@QuarkusTest
@TestProfile(ByHand.class)
class ObserveTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    LeaseKeeper leases;

    @Inject
    Trimmer trimmer;

    @Inject
    QueueGauges gauges;

    @Inject
    TagValues tags;

    @Inject
    UnhandledTypes unhandled;

    @Inject
    TaskEvents events;

    @Inject
    @Any
    Instance<HourlyTrim> hourly;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void allHealthEndpointsAreUpOnAHealthyNode() {
        given().get("/q/health/live").then().statusCode(200).body("checks.name", hasItems("Rowmill loops"));
        given().get("/q/health/ready").then().statusCode(200).body("checks.name", hasItems("Rowmill"));
        given().get("/q/health/started").then().statusCode(200).body("checks.name", hasItems("Rowmill start"));
    }

    @Test
    void typesThatWaitForAHandlerShowInHealthAndTheNodeStaysReady() {
        queue.enqueue(NewTask.of("nobody-handles-this"));

        unhandled.look();

        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("checks.find { it.name == 'Rowmill' }.data.'unhandled types'", equalTo("nobody-handles-this"));
        assertThat(metrics()).contains("rowmill_unhandled_types 1.0");
    }

    @Test
    void theNodeIsNotReadyWhileTheSchemaIsOlderThanItNeeds() {
        String last = rows.text("select max(installed_rank) from rowmill_schema_history");
        String version = rows.text("select version from rowmill_schema_history where installed_rank = " + last);
        rows.asSuperuser("update rowmill_schema_history set version = '0' where installed_rank = " + last);
        try {
            await().until(() -> given().get("/q/health/ready").statusCode() == 503);
        } finally {
            rows.asSuperuser("update rowmill_schema_history set version = '%s' where installed_rank = %s"
                    .formatted(version, last));
        }
        await().until(() -> given().get("/q/health/ready").statusCode() == 200);
    }

    @Test
    void anHourlyLoopIsNotSilentBetweenItsRounds() {
        String metrics = metrics();

        assertThat(hourly)
                .isNotEmpty()
                .allSatisfy(one -> assertThat(metrics)
                        .containsPattern(
                                "rowmill_loop_silence_seconds\\{[^}]*loop=\"%s\"[^}]*} 0\\.0".formatted(one.name())));
    }

    @Test
    void theMetricsMatchTheReferenceAndHaveFewTags() throws IOException {
        everythingThatIsCounted();

        Set<String> scraped = new TreeSet<>();
        Set<String> tags = new TreeSet<>();
        Matcher series = Pattern.compile(
                        "(?m)^(rowmill_\\w+?)(?:_total|_count|_sum|_bucket|_max)?(?:\\{(.*)})? [-0-9.E+]+$")
                .matcher(metrics());
        while (series.find()) {
            scraped.add(series.group(1));
            Matcher tag = Pattern.compile("\\b(\\w++)=\"").matcher(series.group(2) == null ? "" : series.group(2));
            while (tag.find()) {
                tags.add(tag.group(1));
            }
        }
        Set<String> documented = Pattern.compile("`(rowmill_\\w+)`")
                .matcher(Files.readString(Path.of("docs/reference/metrics.md")))
                .results()
                .map(match -> match.group(1).replaceAll("_(total|count|sum|bucket|max)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(scraped).isEqualTo(documented);
        assertThat(tags).isSubsetOf("queue", "type", "result", "outcome", "state", "status", "loop", "topic", "le");
    }

    @Test
    void everyMetricOfTheAlertsAndOfGrafanasDashboardIsScraped() throws IOException {
        everythingThatIsCounted();

        String asked = Files.readString(Path.of("deploy/prometheus/rules.yaml"))
                + Files.readString(Path.of("deploy/grafana/rowmill.json"));

        assertThat(names(asked)).hasSizeGreaterThan(20);
        assertThat(names(metrics())).containsAll(names(asked));
    }

    @Test
    void aTimerOfAQueueHasFewBuckets() {
        everythingThatIsCounted();

        Map<String, Long> buckets = Pattern.compile("(?m)^(rowmill_\\w+_bucket\\{.*?),?le=\"[^\"]*\"")
                .matcher(metrics())
                .results()
                .collect(Collectors.groupingBy(match -> match.group(1), Collectors.counting()));

        assertThat(buckets)
                .isNotEmpty()
                .allSatisfy((timer, count) -> assertThat(count).as(timer).isEqualTo(16));
    }

    private static Set<String> names(String text) {
        return Pattern.compile("\\browmill_\\w+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aTypeWithoutHandlerGetsNoSeriesOfItsOwn() {
        queue.enqueue(NewTask.of("type-" + System.nanoTime()));

        assertThat(metrics()).contains("type=\"unknown\"").doesNotContain("type=\"type-");
    }

    @Test
    void queuesThatHaveNoSeriesOfTheirOwnAreCountedTogether() {
        int many = 120;
        queue.enqueue(IntStream.range(0, many)
                .mapToObj(i -> NewTask.of("noop").queue("one-of-many-" + i))
                .toList());

        gauges.sample();

        double due = Pattern.compile("(?m)^rowmill_depth\\{.*state=\"due\"\\} (\\S+)$")
                .matcher(metrics())
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .sum();
        assertThat(due).isEqualTo(many);
    }

    @Test
    void aQueueWithATooLongNameGetsNoSeriesOfItsOwn() {
        assertThat(tags.queue("x".repeat(201))).isEqualTo("other");
    }

    private void everythingThatIsCounted() {
        queue.enqueue(NewTask.of("noop"));
        queue.enqueue(NewTask.of("probe", probes.behave(task -> Outcome.snooze(Duration.ofHours(1)))));
        queue.enqueue(NewTask.of("probe", probes.behave(task -> {
            leases.renewOnce();
            rows.execute("update rowmill_task set version = version + 1 where id = " + task.id());
            return null;
        })));
        mill.drain();
        rows.execute("update rowmill_task set expiry = now() where status = 'executing'");
        mill.drain();
        rows.execute("update rowmill_task set finished = finished - interval '1 year' where finished is not null");
        trimmer.trimOnce();
        gauges.sample();
        events.fire(new TaskEvent.ScheduleSetAside("as if", "no such rule"));
        events.fire(new TaskEvent.ScheduleUnreadable("as if", "no such zone"));
        events.fire(new TaskEvent.Published("as-if", 1));
        events.fire(new TaskEvent.Expired(1, "default", "noop"));
        events.roundFailed("claim", new IllegalStateException("as if"));
    }

    private static String metrics() {
        return given().get("/q/metrics").then().statusCode(200).extract().asString();
    }
}
