package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests steps and turns of loops that commit together with their records. */
@QuarkusTest
@TestProfile(ByHand.class)
class StepTransactionsTest extends StepTest {

    private static final String RIVAL = """
            insert into rowmill_step (task, name, kind, result, turn, done)
                values (%s, '%s', '%s', '%s', %s, %s)
            """;

    @Inject
    TransactionSynchronizationRegistry registry;

    private Receipt book() {
        done.add("book");
        write();
        return new Receipt("b-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void theWritesAndTheRecordCommitTogether(String type) {
        long id = enqueue(type, task -> {
            done.add(task.transaction("book", Receipt.class, this::book).number());
            if (task.attempt() == 1) {
                throw new IllegalStateException("as if");
            }
            return null;
        });

        mill.drain();
        assertThat(recorded(id)).isEqualTo("book");
        assertThat(written()).isOne();
        tryAgain(id);

        assertThat(done).filteredOn("book"::equals).hasSize(1);
        assertThat(written()).isOne();
        assertThat(state(id)).isEqualTo("completed 2");
    }

    @Test
    void workThatThrowsIsRolledBackAndDoneAgain() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> {
                book();
                if (task.attempt() == 1) {
                    throw new IOException("as if");
                }
            });
            return null;
        });

        mill.drain();
        assertThat(written()).isZero();
        assertThat(recorded(id)).isNull();
        tryAgain(id);

        assertThat(written()).isOne();
        assertThat(done).containsExactly("book", "book");
    }

    @Test
    void workThatIsMarkedForRollbackIsNotWritten() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> {
                book();
                QuarkusTransaction.setRollbackOnly();
            });
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("the transaction of step 'book' was not committed");
        assertThat(written()).isZero();
        assertThat(recorded(id)).isNull();
    }

    /** The record is written before the commit fails. */
    @Test
    void workWhoseCommitFailsIsNotWritten() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> {
                book();
                registry.registerInterposedSynchronization(new FailingCommit());
            });
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("the transaction of step 'book' was not committed");
        assertThat(written()).isZero();
        assertThat(recorded(id)).isNull();
    }

    private static final class FailingCommit implements Synchronization {

        @Override
        public void beforeCompletion() {
            throw new IllegalStateException("as if");
        }

        @Override
        public void afterCompletion(int status) {}
    }

    @Test
    void aStepThatEndsItsTransactionIsNotRecorded() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> {
                book();
                QuarkusTransaction.rollback();
            });
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("or the step has ended or suspended it");
        assertThat(recorded(id)).isNull();
    }

    @Test
    void workUnderALostLeaseIsRolledBack() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> {
                book();
                takeLease(task.id());
            });
            return null;
        });

        mill.drain();

        assertThat(written()).isZero();
        assertThat(recorded(id)).isNull();
        assertThat(state(id)).isEqualTo("executing 1");
    }

    @Test
    void theLaterOfTwoAttemptsIsRolledBackAndTakesTheRecord() {
        long id = enqueue(
                "probe",
                task -> task.transaction("book", Receipt.class, () -> {
                    elsewhere(RIVAL.formatted(task.id(), "book", "step", "{\"number\": \"rival\"}", "null", "now()"));
                    return book();
                }));

        mill.drain();

        assertThat(written()).isZero();
        assertThat(mill.result(id, Receipt.class)).isEqualTo(new Receipt("rival"));
    }

    @Test
    void theTransactionOfTheHandlerContinuesAfterTheStep() {
        long id = enqueue("probe-tx", task -> {
            write();
            task.transaction("book", () -> {
                book();
                QuarkusTransaction.setRollbackOnly();
                throw new IllegalStateException("as if");
            });
            return null;
        });
        long other = enqueue("probe-tx", task -> {
            write();
            task.transaction("book", () -> {});
            write();
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("as if");
        assertThat(state(other)).isEqualTo("completed 1");
        assertThat(written()).isEqualTo(2);
    }

    private Optional<Integer> turn(int from, boolean fails) {
        done.add(String.valueOf(from));
        write();
        if (from == 2 && fails) {
            throw new IllegalStateException("as if");
        }
        return from == 4 ? Optional.empty() : Optional.of(from + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx"})
    void aLoopContinuesAfterItsLastCommittedTurn(String type) {
        long id = enqueue(type, task -> {
            task.loop("import", 0, from -> turn(from, task.attempt() == 1));
            return null;
        });

        mill.drain();
        assertThat(written()).isEqualTo(2);
        assertThat(rows.text("select turn || ' ' || result from rowmill_step")).isEqualTo("2 2");
        tryAgain(id);

        assertThat(done).containsExactly("0", "1", "2", "2", "3", "4");
        assertThat(written()).isEqualTo(5);
        assertThat(rows.text("select turn || ' ' || result from rowmill_step where done is not null"))
                .isEqualTo("5 4");
        assertThat(state(id)).isEqualTo("completed 2");
    }

    @Test
    void aLoopThatIsOverIsNotRepeated() {
        long id = enqueue("probe", task -> {
            task.loop("import", 0, from -> turn(from, false));
            done.add("over");
            return null;
        });

        mill.crashOnce(id);
        mill.drain();

        assertThat(done).containsExactly("0", "1", "2", "3", "4", "over", "over");
    }

    @Test
    void noStepIsOverBeforeItBegan() {
        enqueue("probe", task -> {
            task.step("reserve", String.class, () -> "r-7");
            task.loop("once", 0, from -> Optional.empty());
            return null;
        });
        mill.drain();

        assertThat(rows.text("select string_agg(name, ' ' order by name) from rowmill_step where done >= begun"))
                .isEqualTo("once reserve");
    }

    @Test
    void aTurnThatAnotherAttemptHasCommittedIsRolledBack() {
        long id = enqueue("probe", task -> {
            task.loop("import", 0, from -> {
                if (from == 0) {
                    elsewhere(RIVAL.formatted(task.id(), "import", "loop", "3", "3", "null"));
                }
                return turn(from, false);
            });
            return null;
        });

        mill.drain();

        assertThat(done).containsExactly("0", "3", "4");
        assertThat(written()).isEqualTo(2);
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aTurnUnderALostLeaseIsRolledBack() {
        long id = enqueue("probe", task -> {
            task.loop("import", 0, from -> {
                if (from == 1) {
                    takeLease(task.id());
                }
                return turn(from, false);
            });
            return null;
        });

        mill.drain();

        assertThat(done).containsExactly("0", "1");
        assertThat(written()).isOne();
        assertThat(state(id)).isEqualTo("executing 1");
    }

    @Test
    void aLoopEndsIfItsTaskIsCancelled() {
        long id = enqueue("probe", task -> {
            task.loop("import", 0, from -> {
                if (from == 1) {
                    QuarkusTransaction.requiringNew().run(() -> queue.cancel(task.id()));
                }
                return turn(from, false);
            });
            return null;
        });

        mill.drain();

        assertThat(done).containsExactly("0", "1");
        assertThat(written()).isOne();
        assertThat(state(id)).isEqualTo("cancelled 1");
    }

    /** The cancel is rolled back with the turn, which cannot be recorded. */
    @Test
    void anAttemptFailsIfATurnCancelsItsOwnTask() {
        long id = enqueue("probe", task -> {
            task.loop("import", 0, from -> {
                queue.cancel(task.id());
                return turn(from, false);
            });
            return null;
        });

        mill.drain();

        assertThat(done).containsExactly("0");
        assertThat(state(id)).isEqualTo("queued 1");
        assertThat(rows.of(id, "error")).contains("step 'import' changed its own task");
    }

    @Test
    void anAttemptFailsIfAStepInATransactionCancelsItsOwnTask() {
        long id = enqueue("probe", task -> {
            task.transaction("stop", () -> queue.cancel(task.id()));
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("queued 1");
        assertThat(rows.of(id, "error")).contains("step 'stop' changed its own task");
    }

    @Test
    void theTransactionOfAStepHasAnIdleTimeoutOnTheServer() {
        long id = enqueue("probe", task -> {
            task.transaction("book", () -> registry.registerInterposedSynchronization(new LimitBeforeCommit()));
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(done).containsExactly("30s");
    }

    private final class LimitBeforeCommit implements Synchronization {

        @Override
        public void beforeCompletion() {
            done.add(rows.text("show idle_in_transaction_session_timeout"));
        }

        @Override
        public void afterCompletion(int status) {}
    }

    @Test
    void aCursorOfAnotherClassIsRefused() {
        long id = enqueue("probe", task -> {
            task.<Number, RuntimeException>loop("import", 0, from -> Optional.of(1L));
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("loop 'import' returned a cursor of java.lang.Long");
        assertThat(rows.number("select count(*) from rowmill_step")).isZero();
    }
}
