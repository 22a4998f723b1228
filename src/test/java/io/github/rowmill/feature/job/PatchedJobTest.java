package io.github.rowmill.feature.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.DeadReminders;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.Term;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests retries of dead tasks with a patch, beside nodes and operators that change the tasks at the same time. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class PatchedJobTest extends EngineTest {

    private static final String QUEUE = "mend";
    private static final TaskFilter OF_MEND = new TaskFilter(List.of(Term.of(Condition.QUEUE, QUEUE)), null);
    private static final RetryOptions PATCH = RetryOptions.NONE.patch("{\"account\": \"a7\"}");

    @Inject
    Jobs jobs;

    @Inject
    JobLoop loop;

    @BeforeEach
    void withoutJobs() {
        rows.asSuperuser("delete from rowmill_job");
        rows.execute("delete from rowmill_queue");
    }

    private long begin(RetryOptions options) {
        return jobs.begin(new NewJob(BulkAction.RETRY, "queue:mend", OF_MEND, null, null, options), "tester");
    }

    private Job job(long id) {
        return jobs.find(id).orElseThrow();
    }

    private long patched(String account) {
        return rows.number("select count(*) from rowmill_task where details ->> 'account' = '%s'".formatted(account));
    }

    // One task

    @Test
    void theJavaApiRetriesATaskWithAPatchAndAttempts() {
        long id = DeadReminders.one(rows, QUEUE);

        queue.retry(id, PATCH.attempts(2));

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "details")).isEqualTo("{\"account\": \"a7\"}");
        assertThat(rows.of(id, "max_attempts")).isEqualTo("5");
        assertThat(rows.of(id, "version")).isEqualTo("1");
    }

    @Test
    void theJavaApiRetriesManyTasksWithAPatchAndNoAudit() {
        DeadReminders.many(rows, QUEUE, 500);
        String ids = rows.text("select string_agg(id || '', ',') from rowmill_task");

        List.of(ids.split(",")).forEach(id -> queue.retry(Long.parseLong(id), PATCH));

        assertThat(patched("a7")).isEqualTo(500);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued'"))
                .isEqualTo(500);
        assertThat(rows.number("select count(*) from rowmill_audit a join rowmill_task t on t.id::text = a.name"))
                .as("an application does its own record")
                .isZero();
    }

    @Test
    void numbersOutsideOfThePatchKeepAllDigits() {
        long id = DeadReminders.one(rows, QUEUE);
        rows.execute(
                "update rowmill_task set type = 'unhandled', details = '{\"n\": 9007199254740993, \"price\": 1.10}' where id = "
                        + id);

        queue.retry(id, PATCH);

        assertThat(rows.of(id, "details")).isEqualTo("{\"n\": 9007199254740993, \"price\": 1.10, \"account\": \"a7\"}");
    }

    @Test
    void aRefusedPatchLeavesTheTaskUnchanged() {
        long id = DeadReminders.one(rows, QUEUE);

        assertThatThrownBy(() -> queue.retry(id, RetryOptions.NONE.patch("{\"account\": null}")))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("payload.account");
        assertThatThrownBy(() -> queue.retry(id, RetryOptions.NONE.patch("{\"account\": ")))
                .isInstanceOf(InvalidPatchException.class);

        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
    }

    @Test
    void aTaskThatExecutesIsNotPatched() {
        long id = DeadReminders.one(rows, QUEUE);
        rows.execute(
                "update rowmill_task set status = 'executing', finished = null, operator_id = 'n', expiry = now() + interval '1 h' where id = "
                        + id);

        assertThatThrownBy(() -> queue.retry(id, PATCH)).isInstanceOf(IllegalTransitionException.class);

        assertThat(rows.of(id, "details ->> 'account'")).isEmpty();
    }

    /** The second operator waits for the first, and finds a task that is no longer dead. */
    @Test
    void theSecondOfTwoConcurrentRetriesChangesNothing() throws SQLException {
        long id = DeadReminders.one(rows, QUEUE);
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(
                    "update rowmill_task set status = 'queued', finished = null, details = '{\"account\": \"first\"}', version = version + 1 where id = "
                            + id);
            CompletableFuture<Void> second = Side.run(() -> queue.retry(id, PATCH));
            await().until(() ->
                    rows.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") > 0);

            other.commit();

            assertThatThrownBy(second::join).hasCauseInstanceOf(IllegalTransitionException.class);
        }
        assertThat(rows.of(id, "details ->> 'account'")).isEqualTo("first");
    }

    // Many tasks

    @Test
    void aJobPatchesItsTasksAndWritesAnAuditRowForEach() {
        DeadReminders.many(rows, QUEUE, 120);

        long id = begin(PATCH.attempts(3));
        assertThat(job(id)).returns("running", Job::status).returns(120L, Job::total);
        assertThat(loop.runOnce()).isTrue();

        assertThat(job(id))
                .returns("finished", Job::status)
                .returns(120L, Job::done)
                .returns(0L, Job::skipped)
                .returns(0L, Job::refused)
                .returns(3, Job::attempts);
        assertThat(patched("a7")).isEqualTo(120);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued' and max_attempts = 6"))
                .isEqualTo(120);
        assertThat(rows.number("select count(*) from rowmill_audit where after ->> 'job' = '%d' and actor = 'tester'"
                        .formatted(id)))
                .isEqualTo(120);
        assertThat(rows.number("select count(*) from rowmill_job_task")).isZero();
    }

    @Test
    void aJobListsRefusedTasksAndPatchesTheOthers() {
        long last = DeadReminders.many(rows, QUEUE, 3);
        rows.execute("update rowmill_task set details = '{\"account\": \"a1\", \"old\": 1}' where id = " + last);

        long id = begin(PATCH);
        loop.runOnce();

        assertThat(job(id))
                .returns("finished", Job::status)
                .returns(2L, Job::done)
                .returns(1L, Job::skipped)
                .returns(1L, Job::refused);
        assertThat(jobs.refused(id, 0, 10)).singleElement().satisfies(refused -> {
            assertThat(refused.task()).isEqualTo(last);
            assertThat(refused.reason()).contains("payload.old: is not a field of this payload");
        });
        assertThat(rows.of(last, "status || version")).isEqualTo("dead0");
    }

    @Test
    void aJobListsATaskThatATriggerRefuses() {
        long last = DeadReminders.many(rows, QUEUE, 2);
        rows.execute("update rowmill_task set source = 'bad' where id = " + last);
        rows.asSuperuser(
                "create function test_no() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$");
        rows.asSuperuser(
                "create trigger test_no before update on rowmill_task for each row when (old.source = 'bad') execute function test_no()");
        try {
            long id = begin(PATCH);
            loop.runOnce();

            assertThat(job(id)).returns(1L, Job::done).returns(1L, Job::refused);
            assertThat(jobs.refused(id, 0, 10).get(0).reason()).contains("not this one");
        } finally {
            rows.asSuperuser("drop function test_no() cascade");
        }
    }

    /** The task ran after the job began and is dead again, with a payload that the job's operator has not seen. */
    @Test
    void aTaskThatHasChangedSinceTheJobBeganIsSkipped() {
        long last = DeadReminders.many(rows, QUEUE, 2);
        long id = begin(PATCH);
        rows.execute("update rowmill_task set details = '{\"account\": \"other\"}', version = version + 2 where id = "
                + last);

        loop.runOnce();

        assertThat(job(id)).returns(1L, Job::done).returns(1L, Job::skipped).returns(0L, Job::refused);
        assertThat(rows.of(last, "status || (details ->> 'account')")).isEqualTo("deadother");
    }

    @Test
    void twoJobsOnTheSameTasksChangeEachTaskOnce() {
        DeadReminders.many(rows, QUEUE, 20);
        long first = begin(PATCH);
        long second = begin(RetryOptions.NONE.patch("{\"account\": \"b9\"}"));

        loop.runOnce();

        assertThat(job(first)).returns(20L, Job::done);
        assertThat(job(second)).returns(0L, Job::done).returns(20L, Job::skipped);
        assertThat(patched("a7")).isEqualTo(20);
    }

    @Test
    void aJobTriesALockedTaskAgain() throws SQLException {
        DeadReminders.many(rows, QUEUE, 3);
        long id = begin(PATCH);
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select id from rowmill_task order by id limit 1 for update");

            assertThat(loop.runOnce()).isFalse();
            assertThat(job(id)).returns("running", Job::status).returns(2L, Job::done);
            other.rollback();
        }
        assertThat(loop.runOnce()).isTrue();

        assertThat(job(id)).returns("finished", Job::status).returns(3L, Job::done);
    }

    /** All statements of a part are one transaction. A node that dies between two of them leaves the job as it was. */
    @Test
    void aPartOfAJobThatFailsIsRolledBackAndRepeated() {
        DeadReminders.many(rows, QUEUE, 3);
        long id = begin(PATCH);
        rows.asSuperuser(
                "create function test_stop() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01', message = 'the server stops'; end $$");
        rows.asSuperuser(
                "create trigger test_stop before update on rowmill_job for each row when (new.done > 0) execute function test_stop()");
        try {
            assertThatThrownBy(loop::runOnce).isInstanceOf(RuntimeException.class);

            assertThat(rows.number("select count(*) from rowmill_task where status = 'dead'"))
                    .isEqualTo(3);
            assertThat(patched("a7")).isZero();
            assertThat(rows.number("select count(*) from rowmill_audit where after ->> 'job' = '%d'".formatted(id)))
                    .isZero();
        } finally {
            rows.asSuperuser("drop function test_stop() cascade");
        }
        loop.runOnce();

        assertThat(job(id)).returns(3L, Job::done);
        assertThat(patched("a7")).isEqualTo(3);
        assertThat(rows.number("select count(*) from rowmill_audit where after ->> 'job' = '%d'".formatted(id)))
                .isEqualTo(3);
    }

    @Test
    void aTypeThatThisNodeDoesNotHandleIsLeftToOthers() {
        long last = DeadReminders.many(rows, QUEUE, 2);
        rows.execute("update rowmill_task set type = 'of-another-application' where id = " + last);
        long id = begin(PATCH);

        assertThat(loop.runOnce()).isFalse();

        assertThat(job(id)).returns("running", Job::status).returns(1L, Job::done);
        assertThat(rows.of(last, "status")).isEqualTo("dead");
        jobs.stop(id);
        assertThat(job(id)).returns("stopped", Job::status);
        assertThat(rows.number("select count(*) from rowmill_job_task")).isZero();
    }

    @Test
    void aJobGivesMoreAttemptsWithoutAPatch() {
        DeadReminders.many(rows, QUEUE, 700);

        long id = begin(RetryOptions.NONE.attempts(4));
        loop.runOnce();

        assertThat(job(id)).returns(700L, Job::done);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued' and max_attempts = 7"))
                .isEqualTo(700);
    }

    /** An older node would retry tasks that it cannot patch. */
    @Test
    void anOlderNodeFindsNoJobThatChangesTasks() {
        DeadReminders.many(rows, QUEUE, 1);
        begin(PATCH);
        begin(RetryOptions.NONE.attempts(4));

        assertThat(rows.number("select count(*) from rowmill_job where status = 'running'"))
                .isZero();
    }

    @Test
    void onlyARetryChangesTasks() {
        assertThatThrownBy(() -> new NewJob(BulkAction.DELETE, "queue:mend", OF_MEND, null, null, PATCH))
                .hasMessage("a patch and attempts are for retries only");
        assertThatThrownBy(() -> RetryOptions.NONE.attempts(0)).hasMessage("attempts must be 1 to 1000000000, was 0");
        assertThatThrownBy(() -> begin(RetryOptions.NONE.patch("{"))).isInstanceOf(InvalidPatchException.class);
    }
}
