package io.github.rowmill.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class NewTaskTest {

    private static final Instant EIGHT = Instant.parse("2026-01-01T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private static final NewTask BARE = NewTask.of("report", "payload");

    private static final NewTask FULL = BARE.queue("night")
            .priority(5)
            .runAt(EIGHT)
            .maxAttempts(3)
            .timeout(HOUR)
            .expireAfter(HOUR)
            .tags("a", "b")
            .source("test")
            .uniqueKey("key")
            .uniqueFor(HOUR)
            .refuseDuplicate();

    static final List<UnaryOperator<NewTask>> SETTERS = List.of(
            task -> task.queue("other"),
            task -> task.priority(-1),
            task -> task.runAt(Instant.EPOCH),
            task -> task.delay(HOUR),
            task -> task.maxAttempts(9),
            task -> task.timeout(Duration.ZERO),
            task -> task.tags("c"),
            task -> task.source("other"),
            task -> task.uniqueKey("other"),
            task -> task.uniqueBy("field"),
            task -> task.uniqueFor(HOUR),
            NewTask::uniqueWhileQueued,
            task -> task.onDuplicate(OnDuplicate.REPLACE),
            task -> task.expireAfter(HOUR),
            task -> task.expireAt(EIGHT),
            NewTask::refuseDuplicate);

    @Test
    void unsetOptionsHaveTheirDefaults() {
        assertThat(BARE.queue()).isNull();
        assertThat(BARE.priority()).isZero();
        assertThat(BARE.runAt()).isNull();
        assertThat(BARE.delay()).isNull();
        assertThat(BARE.maxAttempts()).isNull();
        assertThat(BARE.timeout()).isNull();
        assertThat(BARE.tags()).isEmpty();
        assertThat(BARE.source()).isNull();
        assertThat(BARE.uniqueKey()).isNull();
        assertThat(BARE.uniqueBy()).isEmpty();
        assertThat(BARE.isUniqueWhileQueued()).isFalse();
        assertThat(BARE.uniqueFor()).isNull();
        assertThat(BARE.expireAfter()).isNull();
        assertThat(BARE.expireAt()).isNull();
        assertThat(BARE.onDuplicate()).isEqualTo(OnDuplicate.KEEP);
    }

    @Test
    void aTaskKeepsTheOptionsThatWereSet() {
        assertThat(FULL.type()).isEqualTo("report");
        assertThat(FULL.payload()).isEqualTo("payload");
        assertThat(FULL.json()).isNull();
        assertThat(FULL.queue()).isEqualTo("night");
        assertThat(FULL.priority()).isEqualTo(5);
        assertThat(FULL.runAt()).isEqualTo(EIGHT);
        assertThat(FULL.maxAttempts()).isEqualTo(3);
        assertThat(FULL.timeout()).isEqualTo(HOUR);
        assertThat(FULL.tags()).containsExactly("a", "b");
        assertThat(FULL.source()).isEqualTo("test");
        assertThat(FULL.uniqueKey()).isEqualTo("key");
        assertThat(FULL.uniqueFor()).isEqualTo(HOUR);
        assertThat(FULL.expireAfter()).isEqualTo(HOUR);
        assertThat(FULL.onDuplicate()).isEqualTo(OnDuplicate.REFUSE);
    }

    @ParameterizedTest
    @FieldSource("SETTERS")
    void everySetterReturnsACopyAndLeavesItsTaskAlone(UnaryOperator<NewTask> setter) {
        NewTask before = BARE.queue("first");

        NewTask copy = setter.apply(before);

        assertThat(copy).usingRecursiveComparison().isNotEqualTo(before);
        assertThat(before).usingRecursiveComparison().isEqualTo(BARE.queue("first"));
    }

    @Test
    void copyKeepsEverythingElse() {
        assertThat(FULL.priority(6))
                .usingRecursiveComparison()
                .ignoringFields("priority")
                .isEqualTo(FULL);
    }

    @Test
    void delayReplacesRunAt() {
        NewTask task = BARE.runAt(EIGHT).delay(HOUR);

        assertThat(task.runAt()).isNull();
        assertThat(task.delay()).isEqualTo(HOUR);
    }

    @Test
    void runAtReplacesDelay() {
        NewTask task = BARE.delay(HOUR).runAt(EIGHT);

        assertThat(task.delay()).isNull();
        assertThat(task.runAt()).isEqualTo(EIGHT);
    }

    @Test
    void aDeadlineOrUniqueOptionReplacesItsAlternative() {
        assertThat(BARE.expireAt(EIGHT).expireAfter(HOUR).expireAt()).isNull();
        assertThat(BARE.expireAfter(HOUR).expireAt(EIGHT).expireAfter()).isNull();
        assertThat(BARE.uniqueKey("k").uniqueBy("field").uniqueKey()).isNull();
        assertThat(BARE.uniqueBy("field").uniqueKey("k").uniqueBy()).isEmpty();
        assertThat(BARE.uniqueFor(HOUR).uniqueWhileQueued().uniqueFor()).isNull();
        assertThat(BARE.uniqueWhileQueued().uniqueFor(HOUR).isUniqueWhileQueued())
                .isFalse();
    }

    @Test
    void tagsAreACopyOfTheCallersArray() {
        String[] words = {"a"};
        NewTask task = BARE.tags(words);

        words[0] = "b";

        assertThat(task.tags()).containsExactly("a");
    }

    @Test
    void jsonIsNotAPayloadObject() {
        NewTask task = NewTask.ofJson("report", "{}");

        assertThat(task.json()).isEqualTo("{}");
        assertThat(task.payload()).isNull();
    }
}
