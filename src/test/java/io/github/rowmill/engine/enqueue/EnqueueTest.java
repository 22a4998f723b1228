package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class EnqueueTest extends EngineTest {

    @Test
    void everyFieldOfANewTaskIsStored() {
        Instant noon = Instant.parse("2031-06-01T12:00:00.123456Z");
        long id = queue.enqueue(NewTask.of("probe", new Probes.Probe("a \"quoted\" \\ text {é😀}"))
                        .queue("mail")
                        .priority(-7)
                        .runAt(noon)
                        .maxAttempts(4)
                        .timeout(Duration.ofMillis(1500))
                        .tags("vip", "with \"quotes\", commas and \\ backslash", "null")
                        .source("import")
                        .uniqueKey("k'1"))
                .id();

        var task = mill.task(id);

        assertThat(task.getQueue()).isEqualTo("mail");
        assertThat(task.getPriority()).isEqualTo(-7);
        assertThat(task.getRunAt()).isEqualTo(noon);
        assertThat(task.getMaxAttempts()).isEqualTo(4);
        assertThat(task.getTimeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(task.getTags()).containsExactly("vip", "with \"quotes\", commas and \\ backslash", "null");
        assertThat(task.getSource()).isEqualTo("import");
        assertThat(task.getUniqueKey()).isEqualTo("k'1");
        assertThat(rows.of(id, "details ->> 'key'")).isEqualTo("a \"quoted\" \\ text {é😀}");
    }

    @Test
    void aDelayIsCountedOnTheDatabasesClock() {
        long id =
                queue.enqueue(NewTask.of("noop").delay(Duration.ofMinutes(10))).id();

        assertThat(rows.of(id, "run_at - clock_timestamp() between interval '9 min 50 s' and interval '10 min'"))
                .isEqualTo("t");
        assertThat(mill.drain()).isZero();
    }

    /** PostgreSQL compares intervals with 30 days for a month. A node reads seconds, in which a month is longer. */
    @Test
    void aTimeoutThatIsNegativeInSecondsIsRefused() {
        assertThatThrownBy(() -> rows.insert(TaskRow.of("noop").set("timeout", "interval '-1000 months 30001 days'")))
                .hasStackTraceContaining("rowmill_task_timeout");
    }

    @Test
    void manyTasksAreEnqueuedInTheOrderGiven() {
        List<NewTask> many = IntStream.range(0, 2500)
                .mapToObj(i -> NewTask.of("noop").source("n" + i))
                .toList();

        List<Enqueued> enqueued = queue.enqueue(many);

        List<Long> ids = enqueued.stream().map(Enqueued::id).toList();
        assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(2500);
        assertThat(rows.of(ids.get(1234), "source")).isEqualTo("n1234");
        assertThat(rows.of(ids.get(2499), "source")).isEqualTo("n2499");
    }

    @Test
    void oneInvalidTaskRefusesTheWholeListAndIsNamed() {
        InvalidTaskException refused = catchThrowableOfType(
                InvalidTaskException.class,
                () -> queue.enqueue(
                        List.of(NewTask.of("noop"), NewTask.of("noop").priority(40_000))));

        assertThat(refused.violations()).extracting("field").containsExactly("tasks[1].priority");
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @Test
    void aSecondLiveTaskWithTheSameTypeAndKeyIsReturnedAsDuplicate() {
        Enqueued first = queue.enqueue(NewTask.of("noop").uniqueKey("k"));
        Enqueued second = queue.enqueue(NewTask.of("noop").uniqueKey("k"));
        Enqueued otherType = queue.enqueue(NewTask.of("reminder-2").uniqueKey("k"));

        assertThat(second).isEqualTo(new Enqueued(first.id(), Enqueued.Result.EXISTING));
        assertThat(otherType.duplicate()).isFalse();
    }

    @Test
    void aKeyIsFreeAgainOnceItsTaskIsFinished() {
        long first = queue.enqueue(NewTask.of("noop").uniqueKey("k")).id();
        mill.drain();

        Enqueued second = queue.enqueue(NewTask.of("noop").uniqueKey("k"));

        assertThat(second.duplicate()).isFalse();
        assertThat(second.id()).isNotEqualTo(first);
    }

    @Test
    void duplicatesAmongManyAreFoundInTheTableAndInTheBatchItself() {
        long live = queue.enqueue(NewTask.of("noop").uniqueKey("b")).id();

        List<Enqueued> enqueued = queue.enqueue(List.of(
                NewTask.of("noop").uniqueKey("c"),
                NewTask.of("noop"),
                NewTask.of("noop").uniqueKey("b"),
                NewTask.of("noop").uniqueKey("a"),
                NewTask.of("noop").uniqueKey("c")));

        assertThat(enqueued).extracting(Enqueued::duplicate).containsExactly(false, false, true, false, true);
        assertThat(enqueued.get(2).id()).isEqualTo(live);
        assertThat(enqueued.get(4).id()).isEqualTo(enqueued.get(0).id());
        assertThat(rows.of(enqueued.get(3).id(), "unique_key")).isEqualTo("a");
    }

    @Test
    void aRefusedDuplicateThrowsAndLeavesTheTransactionUsable() {
        long live = queue.enqueue(NewTask.of("noop").uniqueKey("k")).id();

        long later = QuarkusTransaction.requiringNew().call(() -> {
            assertThatThrownBy(() -> queue.enqueue(List.of(
                            NewTask.of("noop").source("beside"),
                            NewTask.of("noop").uniqueKey("k").refuseDuplicate())))
                    .isInstanceOfSatisfying(
                            DuplicateTaskException.class,
                            e -> assertThat(e.existingId()).isEqualTo(live));
            return queue.enqueue(NewTask.of("noop").source("later")).id();
        });

        assertThat(rows.of(later, "status")).isEqualTo("queued");
        assertThat(rows.number("select count(*) from rowmill_task where source = 'beside'"))
                .isZero();
    }

    @Test
    void fiftyConcurrentEnqueuesOfOneKeyReturnTheSameTask() throws Exception {
        int many = 50;
        CyclicBarrier together = new CyclicBarrier(many);
        Callable<Enqueued> enqueue = () -> {
            together.await();
            return queue.enqueue(NewTask.of("noop").uniqueKey("race"));
        };
        ExecutorService threads = Executors.newFixedThreadPool(many);
        List<Enqueued> all = new ArrayList<>();
        for (var future : threads.invokeAll(java.util.Collections.nCopies(many, enqueue))) {
            all.add(future.get());
        }
        threads.shutdown();

        assertThat(all).filteredOn(one -> !one.duplicate()).hasSize(1);
        assertThat(new HashSet<>(all.stream().map(Enqueued::id).toList())).hasSize(1);
        assertThat(rows.number("select count(*) from rowmill_task where unique_key = 'race'"))
                .isEqualTo(1);
    }

    @Test
    void aTaskWithALowerIdRunsEvenIfItIsCommittedLater() throws Exception {
        try (Connection slow = rows.connect()) {
            slow.setAutoCommit(false);
            slow.createStatement().execute("insert into rowmill_task (type, source) values ('noop', 'slow')");
            long quick = queue.enqueue(NewTask.of("noop").source("quick")).id();

            assertThat(mill.drain()).isEqualTo(1);
            assertThat(rows.of(quick, "status")).isEqualTo("completed");
            slow.commit();
        }

        assertThat(mill.drain()).isEqualTo(1);
        assertThat(rows.text("select status from rowmill_task where source = 'slow'"))
                .isEqualTo("completed");
    }

    @Test
    void aPlainInsertEnqueues() {
        rows.insert(TaskRow.of("event").details("{\"account\":\"sql\",\"name\":\"n\",\"n\":1}"));

        mill.drain();

        assertThat(rows.text("select status from rowmill_task")).isEqualTo("completed");
        assertThat(rows.number("select count(*) from sample_event where account = 'sql'"))
                .isPositive();
    }

    @Test
    void idsBeyondTheRangeOfIntWork() {
        rows.asSuperuser("alter table rowmill_task alter column id restart with %d"
                .formatted(Integer.MAX_VALUE + 5_000_000_000L));

        long id = queue.enqueue(NewTask.of("noop")).id();
        mill.drain();

        assertThat(id).isGreaterThan(Integer.MAX_VALUE);
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aPayloadThatBreaksItsConstraintsIsRefusedByField() {
        InvalidTaskException refused = catchThrowableOfType(
                InvalidTaskException.class,
                () -> queue.enqueue(NewTask.ofJson("event", "{\"account\":\" \",\"name\":\"n\",\"n\":1}")));

        assertThat(refused.violations()).extracting("field").containsExactly("payload.account");
    }

    @Test
    void textThatPostgresCannotStoreIsRefusedByField() {
        for (String text : List.of("a\0b", "\ud800", "\udc00x")) {
            InvalidTaskException inPayload = catchThrowableOfType(
                    InvalidTaskException.class, () -> queue.enqueue(NewTask.of("probe", new Probes.Probe(text))));
            InvalidTaskException inField = catchThrowableOfType(
                    InvalidTaskException.class,
                    () -> queue.enqueue(NewTask.of("noop").tags("fine", text)));

            assertThat(inPayload.violations()).extracting("field").containsExactly("payload.key");
            assertThat(inField.violations()).extracting("field").containsExactly("tags[1]");
        }
    }

    @Test
    void aPayloadThatIsTooLargeIsRefused() {
        assertThatThrownBy(() -> queue.enqueue(NewTask.of("probe", new Probes.Probe("x".repeat(300_000)))))
                .isInstanceOf(PayloadTooLargeException.class)
                .hasMessageContaining("rowmill.payload.max-size is 262144");
    }

    @Test
    void aPayloadThatIsTooDeepIsRefused() {
        String deep = "{\"a\":".repeat(101) + "1" + "}".repeat(101);

        assertThatThrownBy(() -> queue.enqueue(NewTask.ofJson("unknown-type", deep)))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("depth");
    }

    @Test
    void anEnqueueFailsIfATriggerDropsTheTask() {
        rows.asSuperuser(
                "create function test_skip() returns trigger language plpgsql as 'begin return null; end'; create trigger test_skip before insert on rowmill_task for each row when (new.source = 'skipped') execute function test_skip()");
        try {
            assertThatThrownBy(() -> queue.enqueue(NewTask.of("nobody").source("skipped")))
                    .hasMessageContaining("the trigger on rowmill_task that returns null");
        } finally {
            rows.asSuperuser("drop function test_skip() cascade");
        }
    }
}
