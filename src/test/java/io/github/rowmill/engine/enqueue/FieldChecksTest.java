package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class FieldChecksTest {

    private static final NewTask TASK = NewTask.of("report");
    private static final NewTask KEYED = TASK.uniqueKey("k");
    private static final Duration MAX = Duration.ofDays(36_500);
    private static final Duration KEPT = Duration.ofDays(7);
    private static final Instant NOON = Instant.parse("2031-06-01T12:00:00Z");

    static final List<NewTask> AT_THE_BOUNDARY = List.of(
            TASK,
            NewTask.of("x"),
            NewTask.of("x".repeat(200)),
            TASK.queue("x"),
            TASK.queue("x".repeat(200)),
            TASK.source("x".repeat(200)),
            TASK.uniqueKey("x".repeat(500)),
            TASK.uniqueKey("\uD83D\uDE00"),
            TASK.uniqueBy("x".repeat(200)),
            TASK.uniqueBy(copies("x", 20)),
            KEYED.uniqueFor(Duration.ofMillis(1)),
            KEYED.uniqueFor(KEPT),
            KEYED.uniqueWhileQueued().onDuplicate(OnDuplicate.REPLACE),
            TASK.refuseDuplicate(),
            TASK.expireAfter(Duration.ofMillis(1)),
            TASK.delay(Duration.ofSeconds(1)).expireAfter(Duration.ofMillis(1001)),
            TASK.runAt(NOON).expireAt(NOON.plusNanos(1)),
            TASK.tags(copies("x".repeat(100), 20)),
            TASK.priority(-32768),
            TASK.priority(32767),
            TASK.maxAttempts(1),
            TASK.maxAttempts(Integer.MAX_VALUE),
            TASK.delay(Duration.ZERO),
            TASK.delay(MAX),
            TASK.timeout(Duration.ofMillis(1)),
            TASK.timeout(MAX),
            TASK.runAt(Instant.parse("0001-01-01T00:00:00Z")),
            TASK.runAt(Instant.parse("9999-12-31T23:59:59Z")));

    static final List<Arguments> BEYOND = List.of(
            arguments("type", NewTask.of("")),
            arguments("type", NewTask.of(" \t")),
            arguments("type", NewTask.of("x".repeat(201))),
            arguments("type", NewTask.of("a\0")),
            arguments("queue", TASK.queue("")),
            arguments("queue", TASK.queue("x".repeat(201))),
            arguments("queue", TASK.queue("\uD83D")),
            arguments("source", TASK.source(" ")),
            arguments("source", TASK.source("x".repeat(201))),
            arguments("source", TASK.source("\0")),
            arguments("uniqueKey", TASK.uniqueKey("")),
            arguments("uniqueKey", TASK.uniqueKey("x".repeat(501))),
            arguments("uniqueKey", TASK.uniqueKey("\uDE00")),
            arguments("uniqueBy", TASK.uniqueBy(copies("x", 21))),
            arguments("uniqueBy", TASK.uniqueBy("")),
            arguments("uniqueBy", TASK.uniqueBy("x".repeat(201))),
            arguments("uniqueFor", KEYED.uniqueFor(Duration.ZERO)),
            arguments("uniqueFor", KEYED.uniqueFor(KEPT.plusNanos(1))),
            arguments("uniqueFor", TASK.uniqueFor(Duration.ofHours(1))),
            arguments("uniqueWhileQueued", TASK.uniqueWhileQueued()),
            arguments("onDuplicate", TASK.onDuplicate(OnDuplicate.REPLACE)),
            arguments("onDuplicate", TASK.onDuplicate(OnDuplicate.RESCHEDULE)),
            arguments("expireAfter", TASK.expireAfter(Duration.ZERO)),
            arguments("expireAfter", TASK.expireAfter(MAX.plusNanos(1))),
            arguments("expireAfter", TASK.delay(Duration.ofHours(1)).expireAfter(Duration.ofHours(1))),
            arguments("expireAt", TASK.expireAt(Instant.MAX)),
            arguments("expireAt", TASK.runAt(NOON).expireAt(NOON)),
            arguments("tags", TASK.tags(copies("x", 21))),
            arguments("tags[1]", TASK.tags("a", "", "c")),
            arguments("tags[2]", TASK.tags("a", "b", "x".repeat(101))),
            arguments("tags[0]", TASK.tags("\0")),
            arguments("priority", TASK.priority(-32769)),
            arguments("priority", TASK.priority(32768)),
            arguments("maxAttempts", TASK.maxAttempts(0)),
            arguments("maxAttempts", TASK.maxAttempts(-1)),
            arguments("delay", TASK.delay(Duration.ofNanos(-1))),
            arguments("delay", TASK.delay(MAX.plusNanos(1))),
            arguments("timeout", TASK.timeout(Duration.ZERO)),
            arguments("timeout", TASK.timeout(Duration.ofNanos(999_999))),
            arguments("timeout", TASK.timeout(MAX.plusNanos(1))),
            arguments("runAt", TASK.runAt(Instant.parse("0000-12-31T23:59:59Z"))),
            arguments("runAt", TASK.runAt(Instant.parse("9999-12-31T23:59:59.000000001Z"))),
            arguments("runAt", TASK.runAt(Instant.MIN)),
            arguments("runAt", TASK.runAt(Instant.MAX)));

    @ParameterizedTest
    @FieldSource("AT_THE_BOUNDARY")
    void valueAtTheBoundaryIsAccepted(NewTask task) {
        assertThat(violations(task)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("BEYOND")
    void aValueBeyondTheBoundaryIsRefusedWithItsField(String field, NewTask task) {
        assertThat(violations(task)).extracting(Violation::field).containsExactly(field);
    }

    @Test
    void severalViolationsAreFoundAtOnce() {
        NewTask task =
                NewTask.of("").queue("").priority(40_000).timeout(Duration.ZERO).tags("", "fine", "");

        assertThat(violations(task))
                .extracting(Violation::field)
                .containsExactly("type", "queue", "tags[0]", "tags[2]", "priority", "timeout");
    }

    @Test
    void aMessageContainsTheRuleAndTheValue() {
        assertThat(violations(TASK.priority(40_000).queue("x".repeat(201)).tags(copies("x", 21))))
                .containsExactly(
                        new Violation("queue", "must have 1 to 200 characters, not all blank, has 201"),
                        new Violation("tags", "must have 0 to 20 entries, has 21"),
                        new Violation("priority", "must be -32768 to 32767, was 40000"));
    }

    @Test
    void unstorableTextHasAMessageOfItsOwn() {
        assertThat(violations(TASK.source("a\0"))).containsExactly(new Violation("source", Storable.UNSTORABLE));
    }

    private static List<Violation> violations(NewTask task) {
        return FieldChecks.of(task, KEPT);
    }

    private static String[] copies(String word, int count) {
        return Collections.nCopies(count, word).toArray(String[]::new);
    }
}
