package io.github.rowmill.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Expirations;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that a task that has not started by its {@code expires_at} never starts. */
@QuarkusTest
@TestProfile(ByHand.class)
class ExpireTest extends EngineTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Set<String> TYPES = Set.of("noop");

    @Inject
    Claimant claimant;

    @Inject
    Expirer expirer;

    @Inject
    Expirations expirations;

    @Inject
    HandClaims claims;

    @Inject
    Completions completions;

    @Inject
    Heard heard;

    private List<Claimed> claim() {
        return claims.claim("default", TYPES, 10);
    }

    @Test
    void theDeadlineIsCountedOnTheDatabasesClock() {
        Instant noon = Instant.parse("2031-06-01T12:00:00.123456Z");
        long after = queue.enqueue(NewTask.of("noop").expireAfter(HOUR)).id();
        long at = queue.enqueue(NewTask.of("noop").expireAt(noon)).id();

        Task task = mill.task(after);
        assertThat(task.getExpiresAt()).isCloseTo(task.getCreated().plus(HOUR), within(5, ChronoUnit.SECONDS));
        assertThat(mill.task(at).getExpiresAt()).isEqualTo(noon);
    }

    @Test
    void aTaskWhoseDeadlineHasPassedIsNeverClaimedAndItsNeighboursAre() {
        long late = queue.enqueue(NewTask.of("noop").expireAfter(HOUR)).id();
        long punctual = queue.enqueue(NewTask.of("noop").expireAfter(HOUR)).id();
        long plain = queue.enqueue(NewTask.of("noop")).id();
        mill.pass(late, HOUR);

        assertThat(claim()).extracting(Claimed::id).containsExactly(punctual, plain);
    }

    @Test
    void anExpiredTaskWithoutAHandlerIsDeadWithTheReason() {
        long id = queue.enqueue(NewTask.of("nobody-handles-this").expireAfter(HOUR))
                .id();
        mill.pass(id, HOUR);

        int expired = expirer.expireOnce();

        assertThat(expired).isEqualTo(1);
        Task task = mill.task(id);
        assertThat(task.getStatus()).isEqualTo(TaskStatus.DEAD);
        assertThat(task.getError()).startsWith("expired: it had not started by 2");
        assertThat(task.getAttempts()).isZero();
        assertThat(task.getFinished()).isNotNull();
        assertThat(heard.of(TaskEvent.Expired.class))
                .contains(new TaskEvent.Expired(id, "default", "nobody-handles-this"));
        assertThat(rows.number("select count(*) from rowmill_attempt where task = " + id))
                .isZero();
    }

    @Test
    void aParkedTaskExpires() {
        rows.insert(
                TaskRow.of("noop").key("a").expiresAt("now() - interval '1 s'").waiting());

        assertThat(expirer.expireOnce()).isEqualTo(1);
        assertThat(rows.text("select status from rowmill_task")).isEqualTo("dead");
    }

    @Test
    void aParkedTaskThatExpiresDoesNotBlockItsKey() {
        rows.execute("delete from rowmill_queue; insert into rowmill_queue (name, per_key) values ('turns', 1)");
        NewTask task = NewTask.of("noop").queue("turns").key("a");
        List<Enqueued> enqueued = queue.enqueue(List.of(task, task.expireAfter(HOUR), task));
        try {
            List<Claimed> first = claims.claim("turns", TYPES, 10);
            assertThat(rows.number("select count(*) from rowmill_task where status = 'waiting'"))
                    .isPositive();
            mill.pass(enqueued.get(1).id(), HOUR);
            completions.completeIfHeld(claimant, Successes.of(first.get(0).lease()), () -> false);
            rows.execute("update rowmill_lane set look_at = now()");

            mill.drain();

            assertThat(rows.text("select string_agg(status, ' ' order by id) from rowmill_task"))
                    .isEqualTo("completed dead completed");
        } finally {
            rows.execute("delete from rowmill_queue");
        }
    }

    @Test
    void aTaskBeforeItsDeadlineDoesNotExpire() {
        queue.enqueue(NewTask.of("noop").delay(HOUR).expireAfter(HOUR.plusMinutes(1)));

        assertThat(expirer.expireOnce()).isZero();
    }

    @Test
    void aTaskThatHasStartedOnceDoesNotExpire() {
        long id = queue.enqueue(NewTask.of(
                                "probe", probes.behave(task -> Outcome.retry(new Exception("again"), Duration.ZERO)))
                        .maxAttempts(3)
                        .expireAfter(HOUR))
                .id();
        mill.runOnce();
        mill.pass(id, HOUR);

        assertThat(expirer.expireOnce()).isZero();
        mill.drain();

        assertThat(rows.of(id, "attempts")).isEqualTo("3");
    }

    @Test
    void oneRoundExpiresMoreTasksThanOneStatementCan() {
        rows.insert(TaskRow.of("noop").expiresAt("now() - make_interval(secs => g)"), 1201);

        assertThat(expirer.expireOnce()).isEqualTo(1201);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'dead'"))
                .isEqualTo(1201);
    }

    @Test
    void aLockedOrRefusedTaskDoesNotBlockOtherTasks() throws Exception {
        rows.execute("""
                insert into rowmill_task (type, expires_at, source)
                select 'noop', now() - interval '1 h', s from unnest(array['locked', 'refused', 'free']) s
                """);
        rows.asSuperuser("""
                create function test_refuses() returns trigger language plpgsql as $$
                begin raise exception 'not this one'; end $$;
                create trigger test_refuses before update on rowmill_task
                   for each row when (new.source = 'refused') execute function test_refuses()
                """);
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select from rowmill_task where source = 'locked' for update");

            assertThat(expirer.expireOnce()).isEqualTo(1);
            other.rollback();
        } finally {
            rows.asSuperuser("drop trigger test_refuses on rowmill_task; drop function test_refuses");
        }

        assertThat(rows.text("select source from rowmill_task where status = 'dead'"))
                .isEqualTo("free");
        assertThat(expirer.expireOnce()).isEqualTo(2);
    }

    /** Inserts late tasks, of which the first {@code first} have the source {@code source}. */
    private void late(int first, String source, int others) {
        rows.insert(
                TaskRow.of("noop")
                        .expiresAt("now() - interval '1 h' + make_interval(secs => g)")
                        .set("source", "case when g <= %d then '%s' end".formatted(first, source)),
                first + others);
    }

    @Test
    void aLockedBatchDoesNotBlockTheTasksBehindIt() throws Exception {
        late(500, "locked", 700);
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select from rowmill_task where source = 'locked' for update");

            assertThat(expirer.expireOnce()).isEqualTo(700);
            other.rollback();
        }

        assertThat(expirer.expireOnce()).isEqualTo(500);
    }

    @Test
    void manyRefusedTasksDoNotBlockTheTasksBehindThem() {
        late(110, "refused", 3);
        rows.refuse("update", "old.source = 'refused'", "P0001");
        try {
            assertThat(expire(10) + expire(10)).isEqualTo(3);
        } finally {
            rows.refuseNothing();
        }

        assertThat(expire(10)).isEqualTo(110);
    }

    private int expire(int slice) {
        return expirations.expire(slice, expired -> {}, refused -> {});
    }

    @Test
    void anAdminsRetryLiftsTheDeadline() {
        long id = queue.enqueue(NewTask.of("noop").expireAfter(HOUR)).id();
        mill.pass(id, HOUR);
        expirer.expireOnce();

        queue.retry(id);
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aTaskAfterItsDeadlineDoesNotBlockItsUniqueKey() {
        NewTask task = NewTask.of("noop").uniqueKey("k").expireAfter(HOUR);
        long late = queue.enqueue(task).id();
        mill.pass(late, HOUR);

        Enqueued next = queue.enqueue(task);
        mill.drain();

        assertThat(next.duplicate()).isFalse();
        assertThat(rows.of(late, "status")).isEqualTo("dead");
        assertThat(rows.of(next.id(), "status")).isEqualTo("completed");
    }

    @Test
    void tasksWithoutADeadlineAreNotInTheDeadlineIndex() {
        queue.enqueue(NewTask.of("noop"));
        rows.execute("vacuum analyze rowmill_task");

        assertThat(rows.number("select reltuples from pg_class where relname = 'rowmill_task_expires'"))
                .isZero();
    }
}
