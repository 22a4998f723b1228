package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.HeldHandlersTest;
import io.github.rowmill.engine.RarePolls;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests claims in the transaction that enqueues, if workers are free. A task starts when the transaction is committed.
 * The node has four workers.
 */
@QuarkusTest
@TestProfile(RarePolls.class)
class CommitClaimTest extends HeldHandlersTest {

    @Inject
    JoinedDatabase joined;

    @Inject
    TransactionSynchronizationRegistry transaction;

    @Test
    void aTaskIsCommittedAsExecutingAndRunsOnce() {
        long id = enqueue(name);

        assertThat(rows.of(id, "status || ' ' || version || ' ' || attempts")).isEqualTo("executing 1 1");
        assertThat(claimedAtCommit()).containsExactly(true);
        assertThat(heard.of(TaskEvent.Claimed.class)).hasSize(1);

        end.countDown();
        awaitIdle();
        assertThat(rows.of(id, "status || ' ' || version || ' ' || attempts")).isEqualTo("completed 2 1");
    }

    @Test
    void aCommitClaimsTheTasksOfEachQueueTogether() {
        QuarkusTransaction.requiringNew().run(() -> {
            enqueue("a");
            enqueue("b");
            enqueue("a");
        });

        assertThat(rows.number("select count(*) from rowmill_task where status = 'executing'"))
                .isEqualTo(3);
        assertThat(heard.of(TaskEvent.Claimed.class))
                .extracting(TaskEvent.Claimed::count)
                .containsExactly(2, 1);
        assertThat(heard.of(TaskEvent.Claimed.class))
                .extracting(TaskEvent.Claimed::wanted)
                .containsExactly(4, 2);
    }

    @Test
    void aTransactionThatIsRolledBackStartsNothingAndKeepsNoWorker() {
        QuarkusTransaction.begin();
        enqueue(name);
        QuarkusTransaction.rollback();

        assertThat(pool.size()).isZero();
        assertThat(pool.room(name)).isGreaterThanOrEqualTo(4);
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @Test
    void aCommitThatFailsStartsNothingAndKeepsNoWorker() {
        rows.execute("create table if not exists late (n int unique deferrable initially deferred)");

        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    enqueue(name);
                    joined.statement(sql -> sql.run("insert into late values (1), (1)"));
                }))
                .hasStackTraceContaining("late_n_key");

        assertThat(pool.size()).isZero();
        assertThat(begun).isEmpty();
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
        rows.execute("drop table late");
    }

    @Test
    void aTaskRolledBackToASavepointIsNotStarted() {
        List<Long> ids = new ArrayList<>();
        QuarkusTransaction.requiringNew().run(() -> {
            ids.add(enqueue(name));
            joined.statement(sql -> sql.run("savepoint before_the_second"));
            ids.add(enqueue(name));
            joined.statement(sql -> sql.run("rollback to before_the_second"));
        });

        await().atMost(Duration.ofSeconds(10)).until(() -> begun.contains(ids.get(0)));
        assertThat(claimedAtCommit()).containsExactly(true, false);
        end.countDown();
        awaitIdle();
        assertThat(begun).containsExactly(ids.get(0));
    }

    @Test
    void aTaskCancelledInItsTransactionIsNotStarted() {
        QuarkusTransaction.requiringNew().run(() -> queue.cancel(enqueue(name)));

        assertThat(claimedAtCommit()).containsExactly(false);
        assertThat(pool.size()).isZero();
        assertThat(rows.text("select status || ' ' || attempts from rowmill_task"))
                .isEqualTo("cancelled 0");
    }

    @Test
    void theClaimFollowsSynchronizationsOfTheApplication() {
        List<String> seen = new ArrayList<>();
        QuarkusTransaction.requiringNew().run(() -> {
            long id = enqueue(name);
            transaction.registerInterposedSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    seen.add(joined.statement(sql -> sql.first(
                                    "select status from rowmill_task where id = ?", row -> row.getString(1), id))
                            .orElseThrow());
                }

                @Override
                public void afterCompletion(int status) {}
            });
        });

        assertThat(seen).containsExactly("queued");
        assertThat(claimedAtCommit()).containsExactly(true);
    }

    @Test
    void aTaskThatIsDueLaterIsNotClaimed() {
        long id = queue.enqueue(task().delay(Duration.ofHours(1))).id();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(pool.size()).isZero();
    }

    @Test
    void aTaskWithoutAFreeWorkerRunsWhenAWorkerIsFree() {
        IntStream.range(0, 4).forEach(i -> enqueue(name));
        heard.clear();

        long fifth = enqueue(name);

        assertThat(claimedAtCommit()).containsExactly(false);
        end.countDown();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> rows.of(fifth, "status").equals("completed"));
    }

    @Test
    void aCommitBeyondTheWorkersOfItsQueueClaimsNoTask() {
        QuarkusTransaction.requiringNew().run(() -> {
            enqueue("narrow");
            enqueue("narrow");
        });

        assertThat(claimedAtCommit()).containsExactly(false, false);
        await().atMost(Duration.ofSeconds(10)).until(() -> begun.size() == 1);
        end.countDown();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> rows.number("select count(*) from rowmill_task where status = 'completed'") == 2);
    }

    @Test
    void aCommitClaimsNoTaskOfAQueueWithRules() {
        queues.set("ruled", QueueRules.NONE.concurrency(1));
        try {
            long first = enqueue("ruled");
            enqueue("ruled");

            assertThat(claimedAtCommit()).containsOnly(false);
            await().atMost(Duration.ofSeconds(10)).until(() -> begun.contains(first));
            assertThat(rows.number("select count(*) from rowmill_task where status = 'executing'"))
                    .isEqualTo(1);
            end.countDown();
            awaitIdle();
        } finally {
            queues.delete("ruled");
        }
    }

    /** A trigger refuses the row by an exception (P0001) or by an assertion (P0004). */
    @ParameterizedTest
    @ValueSource(strings = {"P0001", "P0004"})
    void aTaskWhoseClaimIsRefusedIsStillEnqueued(String state) {
        rows.refuse("update", "old.source = 'refused'", state);
        try {
            QuarkusTransaction.requiringNew().run(() -> {
                enqueue(name);
                queue.enqueue(task().source("refused"));
            });

            assertThat(claimedAtCommit()).containsExactly(false, false);
            await().atMost(Duration.ofSeconds(10)).until(() -> begun.size() == 1);
            assertThat(rows.text("select status from rowmill_task where source = 'refused'"))
                    .isEqualTo("queued");
        } finally {
            rows.refuseNothing();
            rows.execute("delete from rowmill_task where source = 'refused'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"statement_timeout", "lock_timeout"})
    void aTimeoutInTheClaimDoesNotFailTheEnqueue(String timeout) throws Exception {
        List<Long> ids = new ArrayList<>();
        try (Connection other = rows.connect()) {
            QuarkusTransaction.requiringNew().run(() -> {
                ids.add(enqueue(name));
                lockRules(other);
                joined.statement(sql -> sql.run("set local %s = '300ms'".formatted(timeout)));
            });
            other.rollback();
        }

        assertThat(claimedAtCommit()).containsExactly(false);
        assertThat(heard.of(TaskEvent.Claimed.class).get(0).count())
                .as("claimed at the commit")
                .isZero();
        await().atMost(Duration.ofSeconds(20)).until(() -> begun.containsAll(ids));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1min"})
    void aCancelledClaimStatementFailsTheTransaction(String timeout) throws Exception {
        try (Connection other = rows.connect()) {
            var enqueued = Side.run(() -> QuarkusTransaction.requiringNew().run(() -> {
                enqueue(name);
                lockRules(other);
                joined.statement(sql -> sql.run("set local statement_timeout = '%s'".formatted(timeout)));
            }));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> rows.number("select count(pg_cancel_backend(pid)) " + WAITING_CLAIM) == 1);

            assertThatThrownBy(() -> enqueued.get(20, TimeUnit.SECONDS)).hasStackTraceContaining("user request");
            other.rollback();
        }
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    private static final String WAITING_CLAIM =
            "from pg_stat_activity where wait_event_type = 'Lock' and query like '%rowmill_claim_new%'";

    /**
     * Locks the rules on a thread without a transaction. A claim reads whether its queue has rules. The enqueue has
     * done so before.
     */
    private static void lockRules(Connection other) {
        Side.run(() -> {
                    try {
                        other.setAutoCommit(false);
                        other.createStatement().execute("lock table rowmill_queue in access exclusive mode");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .join();
    }

    private long enqueue(String in) {
        return queue.enqueue(task().queue(in)).id();
    }

    private List<Boolean> claimedAtCommit() {
        return heard.of(TaskEvent.Enqueued.class).stream()
                .map(TaskEvent.Enqueued::claimed)
                .toList();
    }
}
