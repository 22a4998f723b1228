package io.github.rowmill.feature.unique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how long a key is held, and what happens to an enqueue that meets it. */
@QuarkusTest
@TestProfile(ByHand.class)
class UniqueTest extends EngineTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final NewTask TASK = NewTask.of("noop").uniqueKey("k");

    private Enqueued failing(NewTask task) {
        return queue.enqueue(NewTask.of("probe", probes.behave(attempt -> Outcome.retry(new Exception("again"), HOUR)))
                .uniqueKey(String.valueOf(task.uniqueKey()))
                .maxAttempts(3));
    }

    @Test
    void aTaskUniqueWhileQueuedHoldsNoKeyOnceItHasStarted() {
        NewTask failing = NewTask.of("probe", probes.behave(attempt -> Outcome.retry(new Exception("again"), HOUR)))
                .uniqueKey("k")
                .uniqueWhileQueued();
        long first = queue.enqueue(failing).id();
        assertThat(queue.enqueue(failing)).isEqualTo(new Enqueued(first, Result.EXISTING));
        mill.drain();
        assertThat(rows.of(first, "status")).isEqualTo("queued");

        Enqueued second = queue.enqueue(failing);

        assertThat(second.result()).isEqualTo(Result.NEW);
        mill.pass(first, HOUR);
        mill.drain();
        assertThat(rows.of(first, "attempts")).isEqualTo("2");
        assertThat(rows.of(second.id(), "attempts")).isEqualTo("1");
    }

    @Test
    void aLiveTaskHoldsItsKeyWhileItWaitsForARetry() {
        long first = failing(TASK).id();
        mill.drain();

        assertThat(failing(TASK)).isEqualTo(new Enqueued(first, Result.EXISTING));
    }

    @Test
    void anEndedTaskHoldsItsKeyForTheWindowAfterItsEndAndNoLonger() {
        long first = queue.enqueue(TASK.uniqueFor(HOUR)).id();
        mill.drain();
        assertThat(queue.enqueue(TASK)).isEqualTo(new Enqueued(first, Result.EXISTING));
        mill.pass(first, HOUR.minusMinutes(1));
        assertThat(queue.enqueue(TASK)).isEqualTo(new Enqueued(first, Result.EXISTING));
        mill.pass(first, Duration.ofMinutes(1));

        Enqueued second = queue.enqueue(TASK);

        assertThat(second.result()).isEqualTo(Result.NEW);
        assertThat(rows.of(first, "concat(status, unique_key)")).isEqualTo("completed");
    }

    @Test
    void aBulkEnqueueReleasesKeysWhoseWindowIsOver() {
        List<NewTask> tasks = List.of(
                TASK.uniqueKey("c").uniqueFor(HOUR),
                NewTask.of("noop"),
                TASK.uniqueKey("a").uniqueFor(HOUR),
                TASK.uniqueKey("b").uniqueFor(HOUR));
        List<Enqueued> first = queue.enqueue(tasks);
        mill.drain();
        mill.pass(first.get(0).id(), HOUR);
        mill.pass(first.get(2).id(), HOUR);

        List<Enqueued> second = queue.enqueue(tasks);

        assertThat(second)
                .extracting(Enqueued::result)
                .containsExactly(Result.NEW, Result.NEW, Result.NEW, Result.EXISTING);
        assertThat(second.get(3).id()).isEqualTo(first.get(3).id());
    }

    @Test
    void aRolledBackEnqueueLeavesAKeyFreeAfterItsWindow() {
        long first = queue.enqueue(TASK.uniqueFor(HOUR)).id();
        mill.drain();
        mill.pass(first, HOUR);

        QuarkusTransaction.begin();
        assertThat(queue.enqueue(TASK).duplicate()).isFalse();
        QuarkusTransaction.rollback();

        assertThat(queue.enqueue(TASK).duplicate()).isFalse();
    }

    @Test
    void replacingGivesAQueuedTaskThePayloadAndAllOptions() {
        long first = queue.enqueue(NewTask.of("probe", new Probes.Probe("one", null))
                        .uniqueKey("k")
                        .tags("a")
                        .delay(HOUR))
                .id();
        NewTask other = NewTask.of("probe", new Probes.Probe("two", null))
                .uniqueKey("k")
                .queue("mail")
                .priority(3)
                .maxAttempts(7)
                .timeout(HOUR)
                .tags("b", "c")
                .source("test")
                .delay(HOUR.multipliedBy(2))
                .expireAfter(HOUR.multipliedBy(3))
                .uniqueFor(HOUR)
                .onDuplicate(OnDuplicate.REPLACE);

        assertThat(queue.enqueue(other)).isEqualTo(new Enqueued(first, Result.REPLACED));

        assertThat(rows.of(first, """
                concat_ws(' ', details ->> 'key', queue, priority, max_attempts, timeout, tags, source, unique_for, version,
                          run_at > now() + interval '119 min', expires_at > now() + interval '179 min')
                """)).isEqualTo("two mail 3 7 01:00:00 {b,c} test 01:00:00 1 t t");
    }

    @Test
    void reschedulingMovesTheDueTimeAndNothingElse() {
        long first = queue.enqueue(TASK.tags("a").delay(HOUR)).id();

        Enqueued second =
                queue.enqueue(TASK.tags("b").delay(HOUR.multipliedBy(2)).onDuplicate(OnDuplicate.RESCHEDULE));

        assertThat(second).isEqualTo(new Enqueued(first, Result.RESCHEDULED));
        assertThat(rows.of(first, "concat_ws(' ', tags, version, run_at > now() + interval '119 min')"))
                .isEqualTo("{a} 1 t");
    }

    @ParameterizedTest
    @CsvSource({"delay", "runAt"})
    void reschedulingPastTheDeadlineOfTheOtherTaskIsRefused(String by) {
        long first = queue.enqueue(TASK.expireAfter(HOUR)).id();
        String before = rows.of(first, "concat_ws(' ', run_at, expires_at, version)");
        NewTask late = by.equals("delay")
                ? TASK.delay(HOUR.multipliedBy(2))
                : TASK.runAt(Instant.now().plus(HOUR.multipliedBy(2)));

        InvalidTaskException refused = catchThrowableOfType(
                InvalidTaskException.class, () -> queue.enqueue(late.onDuplicate(OnDuplicate.RESCHEDULE)));

        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.field()).isEqualTo(by);
            assertThat(violation.message()).startsWith("must be before ");
        });
        assertThat(rows.of(first, "concat_ws(' ', run_at, expires_at, version)"))
                .isEqualTo(before);
    }

    @Test
    void aBulkEnqueueWithARescheduleAfterADeadlineIsRefused() {
        long first = queue.enqueue(TASK.expireAfter(HOUR)).id();

        assertThatThrownBy(() -> queue.enqueue(List.of(
                        TASK.uniqueKey("other"),
                        TASK.delay(HOUR.multipliedBy(2)).onDuplicate(OnDuplicate.RESCHEDULE))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("tasks[1].delay: must be before");

        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);
        assertThat(rows.of(first, "version")).isEqualTo("0");
    }

    @Test
    void reschedulingWithinTheDeadlineIsDone() {
        long first = queue.enqueue(TASK.expireAfter(HOUR)).id();

        assertThat(queue.enqueue(TASK.delay(HOUR.minusMinutes(1)).onDuplicate(OnDuplicate.RESCHEDULE)))
                .isEqualTo(new Enqueued(first, Result.RESCHEDULED));
    }

    @Test
    void aDebouncedTaskIsDelayedByEachEnqueueAndRunsOnce() {
        NewTask task = NewTask.of("probe").uniqueKey("k").uniqueWhileQueued().onDuplicate(OnDuplicate.REPLACE);
        long id = 0;
        for (String text : List.of("one", "two", "three")) {
            id = queue.enqueue(NewTask.of("noop", text)
                            .uniqueKey("k")
                            .delay(HOUR)
                            .uniqueWhileQueued()
                            .onDuplicate(task.onDuplicate()))
                    .id();
            mill.pass(id, HOUR.minusMinutes(1));
            assertThat(mill.drain()).isZero();
        }
        mill.pass(id, Duration.ofMinutes(1));

        assertThat(mill.drain()).isEqualTo(1);
        assertThat(rows.text("select string_agg(details #>> '{}', ',') from rowmill_task"))
                .isEqualTo("three");
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"REPLACE", "RESCHEDULE"})
    void aTaskThatHasStartedIsKeptAsItIs(OnDuplicate change) {
        long first = failing(TASK).id();
        mill.drain();
        String before = rows.of(first, "concat(run_at, details, version)");

        Enqueued second = queue.enqueue(NewTask.of("probe", new Probes.Probe("other", null))
                .uniqueKey("k")
                .onDuplicate(change));

        assertThat(second).isEqualTo(new Enqueued(first, Result.EXISTING));
        assertThat(rows.of(first, "concat(run_at, details, version)")).isEqualTo(before);
    }

    @Test
    void aBulkEnqueueAppliesTheDuplicateOptionOfEachTask() {
        long held = queue.enqueue(TASK.uniqueKey("held").delay(HOUR)).id();

        List<Enqueued> enqueued = queue.enqueue(List.of(
                TASK.uniqueKey("z").source("first").onDuplicate(OnDuplicate.REPLACE),
                TASK.uniqueKey("held").source("moved").onDuplicate(OnDuplicate.RESCHEDULE),
                TASK.uniqueKey("z").source("second").onDuplicate(OnDuplicate.REPLACE),
                TASK.uniqueKey("held"),
                TASK.uniqueKey("z").source("third").onDuplicate(OnDuplicate.REPLACE)));

        assertThat(enqueued)
                .extracting(Enqueued::result)
                .containsExactly(Result.NEW, Result.RESCHEDULED, Result.REPLACED, Result.EXISTING, Result.REPLACED);
        assertThat(enqueued.get(1).id()).isEqualTo(held);
        assertThat(rows.of(held, "concat(source, run_at <= now())")).isEqualTo("t");
        assertThat(rows.of(enqueued.get(0).id(), "source")).isEqualTo("third");
    }

    @Test
    void aBulkEnqueueWithARefusedTaskReplacesNothing() {
        long held = queue.enqueue(TASK.source("before")).id();

        assertThatThrownBy(() -> queue.enqueue(List.of(
                        TASK.uniqueKey("new"),
                        TASK.source("after").onDuplicate(OnDuplicate.REPLACE),
                        TASK.uniqueKey("new").refuseDuplicate())))
                .isInstanceOf(DuplicateTaskException.class);

        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);
        assertThat(rows.of(held, "source")).isEqualTo("before");
    }

    @Test
    void theFirstRefusedTaskOfABulkEnqueueIsReported() {
        queue.enqueue(TASK.uniqueKey("a"));
        long first = queue.enqueue(TASK.uniqueKey("z")).id();

        assertThatThrownBy(() -> queue.enqueue(List.of(
                        TASK.uniqueKey("z").refuseDuplicate(),
                        TASK.uniqueKey("a").refuseDuplicate())))
                .isInstanceOfSatisfying(
                        DuplicateTaskException.class,
                        e -> assertThat(e.existingId()).isEqualTo(first));
    }

    @Test
    void aKeyIsMadeOfFieldsOfThePayload() {
        NewTask task = NewTask.ofJson("unknown", "{\"account\":{\"id\":7},\"day\":\"2026-11-21\",\"n\":1}")
                .uniqueBy("day", "account.id");
        long first = queue.enqueue(task).id();
        NewTask same = NewTask.ofJson("unknown", "{\"n\":2,\"day\":\"2026-11-21\",\"account\":{\"id\":7.0}}")
                .uniqueBy("account.id", "day");

        assertThat(queue.enqueue(same)).isEqualTo(new Enqueued(first, Result.EXISTING));
        assertThat(rows.of(first, "unique_key")).isEqualTo("{\"account.id\":7,\"day\":\"2026-11-21\"}");
    }

    @Test
    void aFieldThatThePayloadLacksIsNamed() {
        InvalidTaskException refused = catchThrowableOfType(
                InvalidTaskException.class,
                () -> queue.enqueue(List.of(
                        NewTask.of("noop"),
                        NewTask.ofJson("unknown", "{\"a\":1}").uniqueBy("a", "day"))));

        assertThat(refused).hasMessageContaining("the payload has no field 'day'");
        assertThat(refused.violations()).extracting("field").containsExactly("tasks[1].uniqueBy");
    }

    @Test
    void aRetryIsRefusedWhileAnotherHoldsItsKeyInItsWindow() {
        long cancelled = queue.enqueue(TASK).id();
        queue.cancel(cancelled);
        long held = queue.enqueue(TASK.uniqueFor(HOUR)).id();
        mill.drain();

        assertThatThrownBy(() -> queue.retry(cancelled))
                .isInstanceOfSatisfying(
                        DuplicateTaskException.class,
                        e -> assertThat(e.existingId()).isEqualTo(held));
        mill.pass(held, HOUR);
        queue.retry(cancelled);

        assertThat(rows.of(cancelled, "status")).isEqualTo("queued");
    }

    @Test
    void aTaskInItsOwnWindowMayBeRetried() {
        long id = queue.enqueue(TASK.uniqueFor(HOUR)).id();
        queue.cancel(id);

        queue.retry(id);

        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.QUEUED);
        assertThat(queue.enqueue(TASK).duplicate()).isTrue();
    }

    @Test
    void aWindowLongerThanTheRetentionIsRefused() {
        assertThatThrownBy(() -> queue.enqueue(TASK.uniqueFor(Duration.ofDays(8))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("uniqueFor: must be at most PT168H");
    }

    @Test
    void aTaskHasTheOptionsOfItsUniqueKey() {
        long queued = queue.enqueue(TASK.uniqueWhileQueued()).id();
        long window = queue.enqueue(TASK.uniqueKey("w").uniqueFor(HOUR)).id();

        assertThat(mill.task(queued).isUniqueWhileQueued()).isTrue();
        assertThat(mill.task(window).isUniqueWhileQueued()).isFalse();
        assertThat(mill.task(window).getUniqueFor()).isEqualTo(HOUR);
    }
}
