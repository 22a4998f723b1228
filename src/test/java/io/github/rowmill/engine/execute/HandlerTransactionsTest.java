package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the writes of a transactional handler and its verdict are one transaction, whichever annotation makes it
 * transactional.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class HandlerTransactionsTest extends EngineTest {

    @Stereotype
    @Transactional
    @ApplicationScoped
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface UseCase {}

    @Stereotype
    @UseCase
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Important {}

    @InterceptorBinding
    @Transactional
    @Inherited
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Atomic {}

    @InterceptorBinding
    @Atomic
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Booked {}

    @Stereotype
    @Booked
    @ApplicationScoped
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Booking {}

    /** Writes one row in the current transaction. */
    @ApplicationScoped
    static class Writer {

        @Inject
        StatelessSession session;

        void write(TaskContext task) {
            session.createNativeMutationQuery(
                            "insert into sample_event (task_id, account, name, n) values (:id, 'a', 'n', 1)")
                    .setParameter("id", task.id())
                    .executeUpdate();
        }
    }

    @UseCase
    static class ByStereotype {

        @Inject
        Writer writer;

        @Handles("tx-stereotype")
        void handle(TaskContext task) {
            writer.write(task);
        }
    }

    @Important
    static class ByStereotypeOfAStereotype {

        @Inject
        Writer writer;

        @Handles("tx-stereotypes")
        void handle(TaskContext task) {
            writer.write(task);
        }
    }

    @Booking
    static class ByBindingOfABindingOfAStereotype {

        @Inject
        Writer writer;

        @Handles("tx-everything")
        void handle(TaskContext task) {
            writer.write(task);
        }
    }

    @ApplicationScoped
    static class ByMethod {

        @Inject
        Writer writer;

        @Handles("tx-method")
        @Atomic
        void handle(TaskContext task) {
            writer.write(task);
        }
    }

    @Atomic
    static class Base {}

    @ApplicationScoped
    static class ByInheritance extends Base {

        @Inject
        Writer writer;

        @Handles("tx-inherited")
        void handle(TaskContext task) {
            writer.write(task);
        }
    }

    @Inject
    TransactionManager transactions;

    @Inject
    Writer writer;

    @ParameterizedTest
    @ValueSource(strings = {"tx-stereotype", "tx-stereotypes", "tx-everything", "tx-method", "tx-inherited"})
    void effectAndVerdictAreWrittenByOneTransaction(String type) {
        long id = queue.enqueue(NewTask.of(type)).id();

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("completed 1");
        assertThat(rows.of(id, "xmin")).isEqualTo(rows.text("select xmin from sample_event where task_id = " + id));
    }

    @Test
    void aHandlerThatEndsItsTransactionFailsWithTheReason() {
        List<Long> ids = List.of(
                enqueue(task -> ended(() -> transactions.commit())),
                enqueue(task -> ended(() -> transactions.rollback())),
                enqueue(task -> ended(() -> transactions.getTransaction().commit())));

        mill.runOnce();

        assertThat(ids)
                .allSatisfy(id -> assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                        .startsWith("queued 1 ")
                        .contains("Probes.transactional", "ended the transaction", "leave the transaction"));
    }

    @Test
    void aTransactionEndedByAHandlerDoesNotAffectTheNextTask() {
        for (int i = 0; i < 8; i++) {
            enqueue(task -> ended(() -> transactions.getTransaction().commit()));
            enqueue(task -> ended(() -> transactions.getTransaction().rollback()));
        }
        mill.drain();
        for (int i = 0; i < 8; i++) {
            queue.enqueue(NewTask.of("tx-method"));
        }

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'queued' and type = 'probe-tx'"))
                .isEqualTo(16);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed' and type = 'tx-method'"))
                .isEqualTo(8);
    }

    private static Object ended(Executable ending) throws Throwable {
        ending.execute();
        return "ended";
    }

    @Test
    void aHandlerThatBeginsAnotherTransactionFailsItsAttempt() {
        long id = enqueue(task -> {
            transactions.commit();
            transactions.begin();
            writer.write(task);
            return null;
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .startsWith("queued 1 ")
                .contains("Probes.transactional", "ended the transaction");
        assertThat(rows.number("select count(*) from sample_event")).isZero();
    }

    @Test
    void aSuspendedTransactionIsRolledBackAndNothingIsCompleted() {
        long id = enqueue(task -> {
            writer.write(task);
            transactions.suspend();
            transactions.begin();
            writer.write(task);
            return null;
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || error"))
                .startsWith("queued 1 ")
                .contains("Probes.transactional", "suspended the transaction");
        assertThat(rows.number("select count(*) from sample_event")).isZero();
        assertThat(
                        rows.number(
                                "select count(*) from pg_stat_activity where state like 'idle in transaction%' and pid <> pg_backend_pid()"))
                .isZero();
    }

    private long enqueue(Probes.Behaviour behaviour) {
        return queue.enqueue(NewTask.of("probe-tx", probes.behave(behaviour))).id();
    }
}
