package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.LeaseLostException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.feature.step.store.StepRows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(ByHand.class)
class HandlerStepsTest extends StepTest {

    private Receipt charge() {
        done.add("charge");
        return new Receipt("r-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aStepIsDoneOnceOverAllAttempts(String type) {
        long id = enqueue(type, task -> {
            Receipt receipt = task.step("charge", Receipt.class, this::charge);
            done.add(receipt.number());
            if (task.attempt() == 1) {
                throw new IllegalStateException("as if");
            }
            return null;
        });

        mill.drain();
        assertThat(recorded(id)).isEqualTo("charge");
        tryAgain(id);

        assertThat(done).filteredOn("charge"::equals).hasSize(1);
        assertThat(done).endsWith("r-7", "r-7");
        assertThat(state(id)).isEqualTo("completed 2");
    }

    @Test
    void aStepSurvivesTheDeathOfItsNode() {
        long id = enqueue("probe", task -> task.step("charge", Receipt.class, this::charge));

        mill.crashOnce(id);
        mill.drain();

        assertThat(done).containsExactly("charge");
        assertThat(mill.result(id, Receipt.class)).isEqualTo(new Receipt("r-7"));
    }

    @Test
    void tasksThatRanTogetherAndWereRolledBackKeepTheirSteps() {
        long id = enqueue("probe-shared", task -> task.step("charge", Receipt.class, this::charge));
        long other = enqueue("probe-shared", task -> {
            throw new IllegalStateException("as if");
        });

        mill.drain();

        assertThat(done).containsExactly("charge");
        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(state(other)).isEqualTo("queued 1");
    }

    @Test
    void aStepThatThrowsIsDoneAgain() {
        long id = enqueue("probe", task -> {
            task.step("flaky", () -> {
                done.add("flaky");
                if (task.attempt() == 1) {
                    throw new IOException("as if");
                }
            });
            return null;
        });

        mill.drain();
        assertThat(rows.of(id, "error")).contains("IOException: as if");
        assertThat(recorded(id)).isNull();
        tryAgain(id);

        assertThat(done).containsExactly("flaky", "flaky");
        assertThat(state(id)).isEqualTo("completed 2");
    }

    @Test
    void theWritesOfAStepStayIfTheHandlerIsRolledBack() {
        long id = enqueue("probe-tx", task -> {
            write();
            task.step("write", this::write);
            if (task.attempt() == 1) {
                throw new IllegalStateException("as if");
            }
            return null;
        });

        mill.drain();
        assertThat(written()).isOne();
        tryAgain(id);

        assertThat(written()).isEqualTo(2);
        assertThat(state(id)).isEqualTo("completed 2");
    }

    @Test
    void aNullIsRecorded() {
        long id = enqueue("probe", task -> {
            done.add(String.valueOf(task.step("none", Receipt.class, () -> {
                done.add("none");
                return null;
            })));
            return null;
        });

        mill.crashOnce(id);
        mill.drain();

        assertThat(done).containsExactly("none", "null", "null");
    }

    @Test
    void anAttemptFindsTheRecordsOfAnEarlierAttempt() {
        long id = enqueue("probe", task -> {
            done.add(task.recorded("charge", Receipt.class) + " " + task.isRecorded("tell"));
            task.step("charge", Receipt.class, this::charge);
            task.step("tell", () -> {});
            done.add(task.recorded("charge", Receipt.class) + " " + task.isRecorded("tell"));
            return null;
        });

        mill.crashOnce(id);
        mill.drain();

        String all = "Optional[Receipt[number=r-7]] true";
        assertThat(done).containsExactly("Optional.empty false", "charge", all, all, all);
    }

    @Test
    void aNameThatIsUsedTwiceIsRefused() {
        long id = enqueue("probe", task -> {
            task.step("same", () -> {});
            task.step("same", () -> done.add("twice"));
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("step 'same' is called twice in this attempt of task " + id);
        assertThat(done).isEmpty();
    }

    @Test
    void aNameThatWasOfAnotherKindIsRefused() {
        long id = enqueue("probe", task -> {
            if (task.attempt() == 1) {
                task.step("later", () -> {});
                throw new IllegalStateException("as if");
            }
            task.loop("later", 0, from -> {
                done.add("loop");
                return Optional.empty();
            });
            return null;
        });

        mill.drain();
        tryAgain(id);

        assertThat(rows.of(id, "error")).contains("is recorded as a step, and is a loop now");
        assertThat(done).isEmpty();
    }

    @Test
    void aNameThatCannotBeStoredIsRefused() {
        long id = enqueue("probe", task -> {
            for (String name : List.of("", "x".repeat(201), "\0")) {
                assertThatThrownBy(() -> task.step(name, () -> done.add("step")))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("the name of a step must ");
            }
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(done).isEmpty();
    }

    @Test
    void aStepUnderALostLeaseIsNotRecorded() {
        long id = enqueue("probe", task -> {
            takeLease(task.id());
            assertThatThrownBy(() -> task.step("late", () -> done.add("late")))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("does not hold task %s any more", task.id());
            return null;
        });

        mill.drain();

        assertThat(recorded(id)).isNull();
        assertThat(state(id)).isEqualTo("executing 1");
    }

    @Test
    void anAttemptThatLostItsLeaseUsesUpNoOtherAttempt() {
        long id = enqueue("probe", task -> {
            takeLease(task.id());
            task.step("late", () -> {});
            return null;
        });

        mill.drain();

        assertThat(state(id)).isEqualTo("executing 1");
        assertThat(rows.of(id, "error")).isNull();
    }

    @Test
    void aValueThatIsTooLargeKillsTheTask() {
        long id = enqueue("probe", task -> task.step("large", String.class, () -> "x".repeat(300_000)));

        mill.drain();

        assertThat(state(id)).isEqualTo("dead 1");
        assertThat(rows.of(id, "error"))
                .contains("step 'large' returned a value of 300002 bytes, rowmill.result.max-size is");
    }

    @Test
    void aValueThatCannotBeStoredKillsTheTask() {
        long id = enqueue("probe", task -> task.step("nul", Receipt.class, () -> new Receipt("\0")));

        mill.drain();

        assertThat(state(id)).isEqualTo("dead 1");
        assertThat(rows.of(id, "error"))
                .contains("step 'nul' returned", "cannot be kept as JSON: value.number: must not hold U+0000");
    }

    @Test
    void aRecordOfAnotherClassKillsTheTask() {
        long id = enqueue("probe", task -> {
            if (task.attempt() == 1) {
                task.step("changed", String.class, () -> "text");
                throw new IllegalStateException("as if");
            }
            return task.step("changed", Integer.class, () -> 1);
        });

        mill.drain();
        tryAgain(id);

        assertThat(state(id)).isEqualTo("dead 2");
        assertThat(rows.of(id, "error"))
                .contains("the value of step 'changed' cannot be read as java.lang.Integer: value: ");
    }

    @Test
    void aStepThatLeavesATransactionOpenIsNotRecorded() {
        long id = enqueue("probe", task -> {
            task.step("open", () -> {
                QuarkusTransaction.begin();
                write();
            });
            return null;
        });

        mill.drain();

        assertThat(rows.of(id, "error")).contains("step 'open' left a transaction open");
        assertThat(recorded(id)).isNull();
        assertThat(written()).isZero();
    }

    @Test
    void theHandlerOfABatchHasNoSteps() {
        probes.behaveInBatches(batch -> batch.items().get(0).task().step("one", () -> done.add("one")));
        long id = queue.enqueue(NewTask.of("probe-batch", probes.behave(task -> null)))
                .id();

        mill.drain();

        assertThat(rows.of(id, "error")).contains("step 'one' was called by the handler of a batch");
        assertThat(done).isEmpty();
    }

    @Test
    void aFirstAttemptReadsNoRecords() {
        long id = enqueue("probe", task -> {
            task.step("one", () -> {});
            task.step("two", () -> {});
            return null;
        });

        try (JdbcCalls calls = new JdbcCalls()) {
            mill.crashOnce(id);
            assertThat(calls.roundTripsOf(StepRows.class)).isEqualTo(2);
        }
        try (JdbcCalls calls = new JdbcCalls()) {
            mill.drain();
            assertThat(calls.roundTripsOf(StepRows.class)).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aHandlerWithoutStepsNeedsNoStatement(String type) {
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue(type, task -> null);
            mill.drain();

            assertThat(calls.roundTripsOf(StepRows.class)).isZero();
        }
    }
}
