package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.coordinator.BasicAction;
import com.arjuna.ats.arjuna.coordinator.TransactionReaper;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Effect;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.store.end.VerdictCommit;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a success is sent together with the commit, unless the transaction still has other work (decision 54).
 */
@QuarkusTest
@TestProfile(ByHand.class)
class VerdictCommitTest extends EngineTest {

    @Inject
    AgroalDataSource database;

    @Inject
    EntityManager entities;

    @Inject
    TransactionSynchronizationRegistry registry;

    @Inject
    TransactionManager transactions;

    @Inject
    Heard heard;

    private final List<Integer> outcomes = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        heard.clear();
        rows.asSuperuser("create table if not exists test_effect (id bigint primary key); delete from test_effect");
    }

    private long enqueue(Probes.Behaviour behaviour) {
        return queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    registry.registerInterposedSynchronization(after(outcomes::add));
                    return behaviour.run(task);
                })))
                .id();
    }

    private long roundTripsOfOneRound() {
        try (JdbcCalls calls = new JdbcCalls()) {
            mill.runOnce();
            return calls.roundTripsOf(VerdictCommit.class);
        }
    }

    private @Nullable Object write(TaskContext task) {
        return write(task, 0);
    }

    private @Nullable Object write(TaskContext task, int n) {
        execute("insert into sample_event (task_id, account, name, n) values (%d, 'a', 'n', %d)"
                .formatted(task.id(), n));
        return null;
    }

    /** Executes a statement in the current transaction. */
    private void execute(String sql) {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long effects(long id) {
        return rows.number("select count(*) from sample_event where task_id = " + id);
    }

    private static Synchronization before(Runnable work) {
        return new Synchronization() {

            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {}
        };
    }

    private static Synchronization after(IntConsumer work) {
        return new Synchronization() {

            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                work.accept(status);
            }
        };
    }

    @Test
    void aSuccessAndItsCommitAreOneRoundTrip() {
        long id = enqueue(this::write);

        assertThat(roundTripsOfOneRound()).isEqualTo(1);

        assertThat(rows.of(id, "status || ' ' || version")).isEqualTo("completed 2");
        assertThat(rows.of(id, "xmin")).isEqualTo(rows.text("select xmin from sample_event where task_id = " + id));
        assertThat(outcomes).containsExactly(Status.STATUS_COMMITTED);
        assertThat(heard.of(TaskEvent.Ended.class)).hasSize(1);
    }

    @Test
    void flushesAndSynchronizationsWriteInTheSameTransaction() {
        long id = enqueue(task -> {
            entities.persist(new Effect(task.id()));
            registry.registerInterposedSynchronization(
                    before(() -> registry.registerInterposedSynchronization(before(() -> write(task, 2)))));
            return write(task);
        });

        assertThat(roundTripsOfOneRound()).as("flush, write, verdict").isEqualTo(3);

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.text("select xmin from test_effect")).isEqualTo(rows.of(id, "xmin"));
        assertThat(rows.text("select string_agg(xmin::text, ' ') from sample_event"))
                .isEqualTo(rows.of(id, "xmin || ' ' || xmin"));
    }

    @Test
    void writesAfterTheVerdictAreInTheSameTransaction() {
        long id = enqueue(task -> {
            transactions
                    .getTransaction()
                    .registerSynchronization(before(() -> new TransactionSynchronizationRegistryImple()
                            .registerInterposedSynchronization(before(() -> write(task, 2)))));
            return write(task);
        });

        assertThat(roundTripsOfOneRound()).isEqualTo(3);

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(rows.text("select string_agg(xmin::text, ' ') from sample_event"))
                .isEqualTo(rows.of(id, "xmin || ' ' || xmin"));
        assertThat(outcomes).containsExactly(Status.STATUS_COMMITTED);
    }

    @Test
    void aLostLeaseRollsBackTheWritesAndSendsAStaleEvent() {
        long id = enqueue(task -> {
            rows.execute("update rowmill_task set version = version + 1 where id = " + task.id());
            return write(task);
        });

        // In simple mode the server does not skip the commit after the error. This commit rolls the transaction back.
        assertThat(roundTripsOfOneRound()).isBetween(1L, 2L);

        assertThat(rows.of(id, "status")).isEqualTo("executing");
        assertThat(effects(id)).isZero();
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
        assertThat(heard.of(TaskEvent.Stale.class)).hasSize(1);
        assertThat(heard.of(TaskEvent.Ended.class)).isEmpty();
    }

    @Test
    void aLeaseLostWhileItsVerdictWaitsForTheRowRollsEverythingBack() throws Exception {
        long id = enqueue(this::write);

        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            CompletableFuture<Void> round = runUntilTheVerdictWaits(other, "version = version + 1", id);
            other.commit();
            round.join();
        }

        assertThat(rows.of(id, "status")).isEqualTo("executing");
        assertThat(effects(id)).isZero();
        assertThat(heard.of(TaskEvent.Stale.class)).hasSize(1);
    }

    /**
     * Runs a round until its verdict waits for the row. Another transaction makes {@code change} in the row when the
     * handler starts.
     */
    private CompletableFuture<Void> runUntilTheVerdictWaits(Connection other, String change, long id) {
        heard.whenever(TaskEvent.Started.class, started -> {
            try {
                other.createStatement().execute("update rowmill_task set %s where id = %d".formatted(change, id));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        CompletableFuture<Void> round = Side.run(mill::runOnce);
        await().until(() -> rows.number("select count(*) from pg_locks where not granted") > 0);
        return round;
    }

    /** A success is sent with the commit, a snooze before it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDeferredConstraintFailsTheAttemptWithItsName(boolean succeeds) {
        rows.asSuperuser("create table late_check (n int unique deferrable initially deferred)");
        try {
            long id = enqueue(task -> {
                execute("insert into late_check values (1), (1)");
                write(task);
                return succeeds ? Outcome.succeeded() : Outcome.snooze(Duration.ofHours(1));
            });

            mill.runOnce();

            await().until(() -> rows.of(id, "status"), "queued"::equals);
            assertThat(rows.of(id, "error"))
                    .isEqualTo(
                            "org.hibernate.JDBCException: the commit was refused: duplicate key value violates unique"
                                    + " constraint \"late_check_n_key\" (SQL state 23505)");
            assertThat(rows.text("select stack_trace from rowmill_attempt where task = " + id))
                    .contains("late_check_n_key");
            assertThat(effects(id)).isZero();
            assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
        } finally {
            rows.asSuperuser("drop table late_check");
        }
    }

    @Test
    void aTransactionMarkedByASynchronizationIsRolledBack() {
        long id = enqueue(task -> {
            registry.registerInterposedSynchronization(before(registry::setRollbackOnly));
            return write(task);
        });

        mill.runOnce();

        await().until(() -> rows.of(id, "status"), "queued"::equals);
        assertThat(effects(id)).isZero();
        assertThat(outcomes).containsExactly(Status.STATUS_ROLLEDBACK);
    }

    @Test
    void aSessionThatEndsBeforeTheCommitFailsTheAttempt() {
        long id = enqueue(task -> {
            write(task);
            String backend = backend();
            registry.registerInterposedSynchronization(before(
                    () -> Side.run(() -> rows.asSuperuser("select pg_terminate_backend(%s)".formatted(backend)))
                            .join()));
            return null;
        });

        mill.runOnce();

        await().until(() -> rows.of(id, "status"), "queued"::equals);
        assertThat(effects(id)).isZero();
        assertThat(outcomes).doesNotContain(Status.STATUS_COMMITTED);
    }

    private String backend() {
        try (Connection connection = database.getConnection();
                var backend = connection.createStatement().executeQuery("select pg_backend_pid()")) {
            backend.next();
            return backend.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A timeout would roll the transaction back from another thread. The handler would go on without a transaction. */
    @Test
    void noTimeoutEndsTheTransactionOfAHandler() {
        AtomicInteger years = new AtomicInteger();
        long id = enqueue(task -> {
            long left = TransactionReaper.transactionReaper().getRemainingTimeoutMills(BasicAction.Current());
            years.set((int) (Duration.ofMillis(left).toDays() / 365));
            return write(task);
        });

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(years).hasValueGreaterThan(60);
    }

    @Test
    void aHandlerThatHasNoConnectionOfItsOwnCompletes() {
        long id = enqueue(task -> null);

        mill.runOnce();

        assertThat(rows.of(id, "concat_ws(' ', status, error)")).isEqualTo("completed");
        assertThat(outcomes).containsExactly(Status.STATUS_COMMITTED);
    }

    @Test
    void aVerdictOtherThanASuccessIsSentBeforeTheCommit() {
        long id = enqueue(task -> {
            write(task);
            return Outcome.snooze(Duration.ofHours(1));
        });

        assertThat(roundTripsOfOneRound()).isEqualTo(2);

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("queued 0");
        assertThat(effects(id)).isEqualTo(1);
    }
}
