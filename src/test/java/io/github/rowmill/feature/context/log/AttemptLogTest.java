package io.github.rowmill.feature.context.log;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.context.Carrying;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the log of a handler is kept for readers of its task, if its type is configured for this. */
@QuarkusTest
@TestProfile(Carrying.class)
class AttemptLogTest {

    private static final Logger LOG = Logger.getLogger(AttemptLogTest.class);

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    AttemptLogs logs;

    @Inject
    LogTrimmer trimmer;

    @BeforeEach
    void clear() {
        rows.clear();
        rows.execute("delete from rowmill_log");
    }

    private long run(String type, Probes.Behaviour behaviour) {
        long id = queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
        mill.runOnce();
        return id;
    }

    @Test
    void eachAttemptHasItsOwnLines() {
        long id = run("probe", task -> {
            LOG.infof("attempt %d of %s", task.attempt(), "many");
            if (task.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            return null;
        });
        mill.pass(id, Duration.ofHours(1));
        mill.runOnce();

        assertThat(logs.find(id, 1).orElseThrow())
                .matches("[0-9T:.-]+Z INFO \\[%s\\] attempt 1 of many\n"
                        .formatted(LOG.getName().replace(".", "\\.")));
        assertThat(logs.find(id, 2).orElseThrow()).contains("attempt 2 of many").doesNotContain("attempt 1");
        assertThat(logs.find(id, 3)).isEmpty();
    }

    @Test
    void theLogOfARolledBackHandlerIsKept() {
        long id = run("probe-tx", task -> {
            LOG.warn("about to fail", new IllegalArgumentException("of this"));
            throw new IllegalStateException("failed");
        });

        assertThat(logs.find(id, 1).orElseThrow())
                .contains(
                        " WARN ", "about to fail\njava.lang.IllegalArgumentException: of this\n\tat io.github.rowmill");
    }

    @Test
    void logsOfOtherTypesAreNotKept() {
        long id = run("probe-bean", task -> {
            LOG.info("nobody wants this");
            return null;
        });

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from rowmill_log")).isZero();
    }

    @Test
    void anAttemptThatLogsNothingHasNoRow() {
        run("probe", task -> null);

        assertThat(rows.number("select count(*) from rowmill_log")).isZero();
    }

    @Test
    void theLastLinesAreKept() {
        long id = run("probe", task -> {
            IntStream.rangeClosed(1, 100).forEach(i -> LOG.infof("line %d", i));
            return null;
        });

        String lines = logs.find(id, 1).orElseThrow();
        assertThat(lines).startsWith("(").contains(" before these)\n").endsWith("line 100\n");
        assertThat(lines.length()).isBetween(800, 1_100);
        assertThat(lines.lines().count() - 1 + Integer.parseInt(lines.substring(1, lines.indexOf(' '))))
                .isEqualTo(100);
    }

    @Test
    void aLoggedTextStaysOneLineThatCanBeStored() {
        long id = run("probe", task -> {
            LOG.info("a\u0000b\n2026-11-23T01:00:00Z ERROR [forged] c\ud800" + "x".repeat(2_000));
            return null;
        });

        assertThat(logs.find(id, 1).orElseThrow().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("a\ufffdb\ufffd2026-11-23T01:00:00Z ERROR [forged] c\ufffdxxx")
                        .hasSizeLessThan(1_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00fc", "\u4e2d", "\ud83d\ude00", "x\ud83d\ude00"})
    void aLineIsCutByItsBytes(String text) {
        long id = run("probe", task -> {
            LOG.info(text.repeat(870 / text.length()));
            return null;
        });

        String lines = logs.find(id, 1).orElseThrow();
        assertThat(lines.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(1_024);
        assertThat(lines).endsWith("\u2026\n").doesNotContain("?", "\ufffd");
    }

    @Test
    void anAttemptWithTheSameNumberReplacesTheLog() {
        long id = run("probe", task -> {
            LOG.info("called at " + task.attemptKey());
            return task.attemptKey().endsWith(":1") ? Outcome.snooze(Duration.ofHours(1)) : Outcome.succeeded();
        });
        mill.pass(id, Duration.ofHours(1));
        mill.runOnce();

        assertThat(rows.number("select count(*) from rowmill_log")).isEqualTo(1);
        assertThat(logs.find(id, 1).orElseThrow()).doesNotContain("called at " + id + ":1\n");
    }

    @Test
    void theLogIsDeletedAfterItsTask() {
        long id = run("probe", task -> {
            LOG.info("gone soon");
            return null;
        });
        rows.execute("delete from rowmill_task where id = " + id);

        assertThat(trimmer.trimOnce()).isEqualTo(1);
        assertThat(logs.find(id, 1)).isEmpty();
    }

    @Test
    void theApiReturnsTheLog() {
        long id = run("probe", task -> {
            LOG.info("told");
            return null;
        });

        given().get("/rowmill/api/tasks/{id}/attempts/1/log", id)
                .then()
                .statusCode(200)
                .body("lines", containsString("told"));
        given().get("/rowmill/api/tasks/{id}/attempts/2/log", id)
                .then()
                .statusCode(200)
                .body("lines", nullValue());
        given().get("/rowmill/api/tasks/0/attempts/1/log").then().statusCode(404);
    }
}
