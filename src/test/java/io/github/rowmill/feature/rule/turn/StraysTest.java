package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.rule.RuledTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that no task waits in a queue that has lost its rules, however they were removed. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(120)
class StraysTest extends RuledTest {

    private static final int MANY = 100_000;

    /** Enough pages for a few lookups. A walk over the rows reads a thousand and more. */
    private static final long FEW_PAGES = 60;

    @Inject
    Strays strays;

    @Inject
    EngineDatabase database;

    @AfterEach
    void forget() {
        rows.execute("delete from rowmill_lane");
    }

    /** Parks tasks of a key while another task of it executes. */
    private void park(int count) {
        rules("per_key = 1");
        parkByRules(count);
    }

    private void parkByRules(int count) {
        for (int i = 0; i <= count; i++) {
            queue.enqueue(NewTask.of("noop").queue(QUEUE).key("a"));
        }
        claim(count + 1);
        assertThat(waiting()).isEqualTo(count);
    }

    private long waiting() {
        return rows.number("select count(*) from rowmill_task where status = 'waiting'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"update rowmill_queue set name = 'renamed'", "truncate rowmill_queue"})
    void aSweepQueuesParkedTasksOfAQueueWithoutRules(String how) {
        park(3);
        rows.asSuperuser(how);
        assertThat(claim(8)).isEmpty();

        assertThat(strays.sweepOnce()).isEqualTo(3);

        assertThat(claim(8)).hasSize(3);
        assertThat(strays.sweepOnce()).isZero();
    }

    @Test
    void aSweepQueuesTasksParkedAfterTheSnapshotOfTheDelete() throws SQLException {
        rules("per_key = 1");
        try (Connection older = rows.connect()) {
            older.setAutoCommit(false);
            older.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            older.createStatement().execute("select 1 from rowmill_task");
            parkByRules(3);
            older.createStatement().execute("delete from rowmill_queue where name = 'turns'");
            older.commit();
            older.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            older.setAutoCommit(true);
        }
        assertThat(waiting()).isEqualTo(3);

        assertThat(strays.sweepOnce()).isEqualTo(3);

        assertThat(claim(8)).hasSize(3);
    }

    @Test
    void tasksThatARuleParksStayParked() {
        park(3);

        assertThat(strays.sweepOnce()).isZero();

        assertThat(waiting()).isEqualTo(3);
    }

    @Test
    void aLockedTaskIsLeftToTheNextSweep() throws SQLException {
        park(3);
        rows.asSuperuser("truncate rowmill_queue");
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .execute("select id from rowmill_task where status = 'waiting' order by id limit 1 for update");

            assertThat(strays.sweepOnce()).isEqualTo(2);
            other.rollback();
            other.setAutoCommit(true);
        }

        assertThat(strays.sweepOnce()).isEqualTo(1);
    }

    @Test
    void aTaskThatATriggerRefusesBlocksNoOtherTask() {
        park(3);
        rows.asSuperuser("truncate rowmill_queue");
        rows.refuse("update", "old.id = (%s)".formatted(rows.text("select max(id) from rowmill_task")), "P0001");
        try {
            assertThat(strays.sweepOnce()).isEqualTo(2);
        } finally {
            rows.refuseNothing();
        }

        assertThat(strays.sweepOnce()).isEqualTo(1);
    }

    @Test
    void aSweepQueuesMoreTasksThanOneBatch() {
        rows.insert(TaskRow.of("noop").queue(QUEUE).set("key", "'k' || g % 7").waiting(), 1200);

        assertThat(strays.sweepOnce()).isEqualTo(1200);
    }

    private void waiting(int first, String source, int others) {
        rows.insert(
                TaskRow.of("noop")
                        .queue("turns")
                        .set("key", "'k' || lpad(g::text, 5, '0')")
                        .set("source", "case when g <= %d then '%s' end".formatted(first, source))
                        .waiting(),
                first + others);
    }

    @Test
    void aLockedBatchDoesNotBlockTheTasksBehindIt() throws SQLException {
        waiting(500, "locked", 700);
        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select from rowmill_task where source = 'locked' for update");

            assertThat(strays.sweepOnce()).isEqualTo(700);
            other.rollback();
            other.setAutoCommit(true);
        }

        assertThat(strays.sweepOnce()).isEqualTo(500);
    }

    @Test
    void manyRefusedTasksDoNotBlockTheTasksBehindThem() {
        waiting(110, "refused", 3);
        rows.refuse("update", "old.source = 'refused'", "P0001");
        try {
            assertThat(strays.sweepOnce(10) + strays.sweepOnce(10)).isEqualTo(3);
        } finally {
            rows.refuseNothing();
        }

        assertThat(strays.sweepOnce()).isEqualTo(110);
    }

    @Test
    void plainTasksCostASweepNothing() {
        Pages.keepVacuumAway(rows);
        try {
            rows.insert(TaskRow.of("noop").set("queue", "'plain-' || g % 1000"), MANY);
            rows.insert(TaskRow.of("noop").queue("keyed").set("key", "'k' || g"), MANY / 10);
            rows.asSuperuser("vacuum analyze rowmill_task");
            Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));

            long looked = pages.leastOf(() -> assertThat(strays.sweepOnce()).isZero());

            assertThat(looked).isBetween(1L, FEW_PAGES);
        } finally {
            Pages.emptyAndLetVacuum(rows);
        }
    }
}
