package io.github.rowmill.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.store.Trims;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class RetentionTest extends EngineTest {

    @Inject
    Trimmer trimmer;

    @Inject
    Trims trims;

    @Test
    void onlyFinishedTasksAreDeletedAfterTheRetentionOfTheirStatus() {
        long completed = queue.enqueue(NewTask.of("noop")).id();
        long dead = queue.enqueue(NewTask.of("probe", probes.behave(task -> Outcome.giveUp(new Exception()))))
                .id();
        long cancelled =
                queue.enqueue(NewTask.of("noop").delay(Duration.ofDays(1))).id();
        long live = queue.enqueue(NewTask.of("nobody-handles-this")).id();
        queue.cancel(cancelled);
        mill.drain();
        for (long id : new long[] {completed, dead, cancelled, live}) {
            mill.pass(id, Duration.ofDays(8));
        }

        int afterAWeek = trimmer.trimOnce();
        mill.pass(dead, Duration.ofDays(23));
        int afterAMonth = trimmer.trimOnce();

        assertThat(afterAWeek).isEqualTo(2);
        assertThat(afterAMonth).isEqualTo(1);
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);
        assertThat(rows.of(live, "status")).isEqualTo("queued");
        assertThat(rows.number("select count(*) from rowmill_attempt where task = " + dead))
                .isZero();
    }

    @Test
    void oneRoundDeletesThousandsOfTasks() {
        rows.insert(TaskRow.of("noop").ended(TaskStatus.COMPLETED, "now() - interval '8 d'"), 2500);

        assertThat(trimmer.trimOnce()).isEqualTo(2500);
    }

    @Test
    void aLockThatIsNeverReleasedDoesNotStopTrimming() throws Exception {
        rows.insert(TaskRow.of("noop").ended(TaskStatus.COMPLETED, "now() - interval '8 d'"));
        try (Connection neighbour = rows.connect()) {
            neighbour
                    .createStatement()
                    .execute("select pg_advisory_lock(hashtext('rowmill.trim'), hashtext(current_schema()))");
            int trimmed = 0;
            for (int round = 0; round < 10; round++) {
                trimmed += trimmer.trimOnce();
            }
            neighbour.createStatement().execute("select pg_advisory_unlock_all()");

            assertThat(trimmed).isEqualTo(1);
        }
    }

    private void old(int count) {
        rows.insert(
                TaskRow.of("noop")
                        .set("source", "g")
                        .ended(TaskStatus.COMPLETED, "now() - interval '8 d' + make_interval(secs => g)"),
                count);
    }

    @Test
    void aLockThatIsNeverReleasedDelaysTrimmingOnlyOnce() throws Exception {
        old(2_500);
        try (Connection neighbour = rows.connect()) {
            neighbour
                    .createStatement()
                    .execute("select pg_advisory_lock(hashtext('rowmill.trim'), hashtext(current_schema()))");
            int trimmed = 0;
            for (int round = 0; round < 6; round++) {
                trimmed += trimmer.trimOnce();
            }
            old(1_500);
            trimmed += trimmer.trimOnce();
            neighbour.createStatement().execute("select pg_advisory_unlock_all()");

            assertThat(trimmed).isEqualTo(4_000);
        }
        assertThat(trimmer.trimOnce()).isZero();
    }

    @Test
    void aLockedBatchDoesNotBlockTheTasksBehindIt() throws Exception {
        old(2_500);
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select from rowmill_task where cast(source as int) <= 1000 for update");

            assertThat(trimmer.trimOnce()).isEqualTo(1_500);
            other.rollback();
        }

        assertThat(trimmer.trimOnce()).isEqualTo(1_000);
    }

    @Test
    void manyRefusedTasksDoNotBlockTheTasksBehindThem() {
        old(113);
        rows.refuse("delete", "cast(old.source as int) <= 110", "P0001");
        try {
            assertThat(trim() + trim()).isEqualTo(3);
        } finally {
            rows.refuseNothing();
        }

        assertThat(trimmer.trimOnce()).isEqualTo(110);
    }

    /** Runs one round, in small batches. */
    private int trim() {
        return trims.trim(TaskStatus.COMPLETED, Duration.ofDays(7), 10, refused -> {});
    }

    @Test
    void aNodeDoesNotTrimWhileAnotherNodeTrims() throws Exception {
        rows.insert(TaskRow.of("noop").ended(TaskStatus.COMPLETED, "now() - interval '8 d'"));
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .execute("select pg_advisory_xact_lock(hashtext('rowmill.trim'), hashtext(current_schema()))");

            assertThat(trimmer.trimOnce()).isZero();
            other.rollback();
        }
        assertThat(trimmer.trimOnce()).isEqualTo(1);
    }
}
