package io.github.rowmill.feature.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests jobs, which apply one action to many tasks, part by part, beside other nodes and transactions. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class BulkTest extends EngineTest {

    private static final TaskFilter OF_BULK = new TaskFilter(List.of(Term.of(Condition.QUEUE, "bulk")), null);

    @Inject
    Jobs jobs;

    @Inject
    JobLoop loop;

    @BeforeEach
    void withoutJobs() {
        rows.asSuperuser("delete from rowmill_job");
    }

    private void dead(int count) {
        rows.insert(TaskRow.of("noop").queue("bulk").attempts(3).maxAttempts(3).ended(TaskStatus.DEAD), count);
    }

    private long begin(BulkAction action) {
        return jobs.begin(new NewJob(action, "queue:bulk", OF_BULK, null, null), "tester");
    }

    private void begin(String caller, String queue, int tasks) {
        rows.insert(TaskRow.of("noop").queue(queue).ended(TaskStatus.DEAD), tasks);
        TaskFilter filter = new TaskFilter(List.of(Term.of(Condition.QUEUE, queue)), null);
        jobs.begin(new NewJob(BulkAction.DELETE, "queue:" + queue, filter, null, null), caller);
    }

    @Test
    void callersTakeTurnsWithThePartsOfTheirJobs() {
        begin("ann", "first", 600);
        begin("ann", "second", 600);
        begin("ann", "third", 600);
        begin("bob", "last", 1_200);

        assertThat(loop.runOnce()).isTrue();

        assertThat(rows.text("select string_agg(asked_by, ' ' order by finished) from rowmill_job"))
                .isEqualTo("bob ann ann ann");
    }

    private Job job(long id) {
        return jobs.find(id).orElseThrow();
    }

    private long count(String status) {
        return rows.number("select count(*) from rowmill_task where status = '%s'".formatted(status));
    }

    /** The user who began the job may have no permission for the other queue. */
    @Test
    void aTaskThatWasMovedToAnotherQueueIsLeftAlone() {
        dead(3);
        long id = begin(BulkAction.DELETE);
        rows.execute("update rowmill_task set queue = 'elsewhere' where id = (select min(task) from rowmill_job_task)");

        loop.runOnce();

        assertThat(job(id))
                .returns("finished", Job::status)
                .returns(2L, Job::done)
                .returns(1L, Job::skipped);
        assertThat(rows.text("select string_agg(queue, ',') from rowmill_task")).isEqualTo("elsewhere");
        assertThat(rows.number("select count(*) from rowmill_job_task")).isZero();
    }

    @Test
    void aJobOfAllQueuesFollowsATaskToAnother() {
        dead(3);
        long id = jobs.begin(
                new NewJob(
                        BulkAction.DELETE,
                        "type:noop",
                        new TaskFilter(List.of(Term.of(Condition.TYPE, "noop")), null),
                        null,
                        null),
                "tester");
        rows.execute("update rowmill_task set queue = 'elsewhere' where id = (select min(task) from rowmill_job_task)");

        loop.runOnce();

        assertThat(job(id)).returns(3L, Job::done);
    }

    @Test
    void aRetryJobQueuesDeadTasksWithOneMoreAttempt() {
        dead(1_700);
        rows.insert(TaskRow.of("noop").queue("bulk"));

        long id = begin(BulkAction.RETRY);
        assertThat(job(id)).returns("running", Job::status).returns(1_700L, Job::total);
        assertThat(loop.runOnce()).isTrue();

        assertThat(job(id))
                .returns("finished", Job::status)
                .returns(1_700L, Job::done)
                .returns(0L, Job::skipped);
        assertThat(count("queued")).isEqualTo(1_701);
        assertThat(rows.number("select min(max_attempts) from rowmill_task where attempts = 3"))
                .isEqualTo(4);
        assertThat(rows.number("select count(*) from rowmill_job_task")).isZero();
    }

    @Test
    void aSpreadRetryMakesTasksDueAtDifferentTimes() {
        dead(600);

        long id = jobs.begin(
                new NewJob(BulkAction.RETRY, "queue:bulk", OF_BULK, "the printer is back", Duration.ofMinutes(10)),
                "tester");
        loop.runOnce();

        assertThat(job(id))
                .returns(600L, Job::done)
                .returns("the printer is back", Job::reason)
                .returns(Duration.ofMinutes(10), Job::spread);
        assertThat(rows.number("select count(*) from rowmill_task where run_at > now() + interval '10 minutes'"))
                .isZero();
        assertThat(rows.number("select count(distinct date_bin('1 minute', run_at, now())) from rowmill_task"))
                .isGreaterThan(8);
    }

    @Test
    void theSpreadAndTheReasonOfAJobAreValidated() {
        assertThatThrownBy(() -> new NewJob(BulkAction.DELETE, "queue:bulk", OF_BULK, null, Duration.ofMinutes(10)))
                .hasMessage("spread is for retries only, from PT1S to PT24H, was PT10M");
        assertThatThrownBy(() -> new NewJob(BulkAction.RETRY, "queue:bulk", OF_BULK, null, Duration.ofDays(2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NewJob(BulkAction.RETRY, "queue:bulk", OF_BULK, "x".repeat(201), null))
                .hasMessage("reason must have at most 200 characters, was 201");
    }

    @Test
    void aJobIgnoresTasksThatCameAfterItsStart() {
        dead(3);
        long id = begin(BulkAction.DELETE);
        dead(2);

        loop.runOnce();

        assertThat(job(id).done()).isEqualTo(3);
        assertThat(count("dead")).isEqualTo(2);
    }

    @Test
    void aCancelJobCancelsAnExecutingTaskOfAnotherNode() {
        rows.insert(TaskRow.of("noop")
                .queue("bulk")
                .started("now()")
                .attempts(1)
                .executing("another", "now() + interval '1 hour'"));

        begin(BulkAction.CANCEL);
        loop.runOnce();

        assertThat(count("cancelled")).isEqualTo(1);
        assertThat(rows.text("select version from rowmill_task")).isEqualTo("1");
    }

    @Test
    void aJobTriesALockedTaskAgain() throws SQLException {
        dead(3);
        long id = begin(BulkAction.RETRY);
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

    /** The other transaction may itself wait for a key of the job's part. */
    @Test
    void aRetryDoesNotWaitForATransactionThatEnqueuesItsKey() throws SQLException {
        for (String key : List.of("k1", "k2", "k3")) {
            rows.insert(TaskRow.of("noop").queue("bulk").uniqueKey(key).ended(TaskStatus.DEAD), 1);
        }
        long id = begin(BulkAction.RETRY);
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("insert into rowmill_task (type, unique_key) values ('noop', 'k2')");

            assertThat(loop.runOnce()).isFalse();
            assertThat(job(id)).returns("running", Job::status).returns(2L, Job::done);
            statement.execute(
                    "insert into rowmill_task (type, unique_key) values ('noop', 'k1') on conflict do nothing");
            other.commit();
        }
        loop.runOnce();

        assertThat(job(id))
                .returns("finished", Job::status)
                .returns(2L, Job::done)
                .returns(1L, Job::skipped);
    }

    @Test
    void aNodeSkipsAJobThatAnotherNodeRunsAndRunsTheNext() throws SQLException {
        dead(2);
        long first = begin(BulkAction.RETRY);
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select id from rowmill_job where id = %d for update".formatted(first));
            long second = begin(BulkAction.DELETE);

            assertThat(loop.runOnce()).isTrue();

            assertThat(job(first)).returns("running", Job::status).returns(0L, Job::done);
            assertThat(job(second)).returns("finished", Job::status).returns(2L, Job::done);
            other.rollback();
        }
        loop.runOnce();

        assertThat(job(first))
                .returns("finished", Job::status)
                .returns(0L, Job::done)
                .returns(2L, Job::skipped);
    }

    @Test
    void aJobWithAnUnknownActionStaysAndBlocksNoOtherJob() {
        try (NewerJob newer = NewerJob.begin(rows)) {
            assertThat(loop.runOnce()).isTrue();
            dead(2);
            long id = begin(BulkAction.RETRY);

            assertThat(loop.runOnce()).isTrue();

            assertThat(job(id)).returns("finished", Job::status).returns(2L, Job::done);
            assertThat(job(newer.id())).returns("running", Job::status).returns(NewerJob.ACTION, Job::action);
            assertThat(jobs.page(Long.MAX_VALUE, null, 2))
                    .extracting(Job::action)
                    .containsExactly("retry", NewerJob.ACTION);
        }
    }

    @Test
    void aRetryJobQueuesOnlyOneTaskOfAUniqueKey() {
        rows.insert(TaskRow.of("noop").queue("bulk").uniqueKey("k").ended(TaskStatus.DEAD), 3);

        long id = begin(BulkAction.RETRY);
        loop.runOnce();

        assertThat(job(id)).returns(1L, Job::done).returns(2L, Job::skipped);
        assertThat(count("queued")).isEqualTo(1);
    }

    @Test
    void aJobSkipsATaskThatATriggerRefuses() {
        dead(40);
        rows.execute("update rowmill_task set source = 'bad' where id = (select min(id) + 17 from rowmill_task)");
        rows.asSuperuser(
                "create function test_no() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$");
        rows.asSuperuser(
                "create trigger test_no before update on rowmill_task for each row when (old.source = 'bad') execute function test_no()");
        try {
            long id = begin(BulkAction.RETRY);
            loop.runOnce();

            assertThat(job(id)).returns(39L, Job::done).returns(1L, Job::skipped);
        } finally {
            rows.asSuperuser("drop function test_no() cascade");
        }
    }

    @Test
    void aJobThatIsStoppedDoesNoMore() {
        dead(3);
        long id = begin(BulkAction.DELETE);

        jobs.stop(id);
        loop.runOnce();

        assertThat(job(id)).returns("stopped", Job::status).returns(0L, Job::done);
        assertThat(count("dead")).isEqualTo(3);
        assertThat(rows.number("select count(*) from rowmill_job_task")).isZero();
    }

    @Test
    void aJobThatEndedLongAgoIsForgotten() {
        long old = begin(BulkAction.DELETE);
        rows.execute("update rowmill_job set finished = now() - interval '31 days'");

        begin(BulkAction.DELETE);

        assertThat(jobs.find(old)).isEmpty();
    }

    @Test
    void aJobThatFindsNothingIsFinishedAtOnce() {
        assertThat(job(begin(BulkAction.DELETE)))
                .returns("finished", Job::status)
                .returns(0L, Job::total);
    }
}
