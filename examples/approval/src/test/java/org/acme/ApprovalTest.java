package org.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ApprovalTest {

    @Inject
    Expenses expenses;

    @Inject
    ManualMill mill;

    private long task;

    @BeforeEach
    void claim() {
        mill.clear();
        expenses.claim("ada", 1_999);
        task = mill.tasks().all().get(0).getId();
        mill.drain();
    }

    @Test
    void anExpenseWaitsAndUsesUpNoAttempt() {
        assertEquals(TaskStatus.QUEUED, mill.task(task).getStatus());
        assertEquals("decision", mill.task(task).getAwaits());
        assertEquals(0, mill.task(task).getAttempts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"granted", "refused"})
    void aDecisionEndsTheWait(String decision) {
        expenses.decide(task, decision);
        mill.drain();

        assertEquals(decision, mill.result(task, String.class));
    }

    @Test
    void anExpenseWithoutADecisionIsTooLateAfterThreeDays() {
        mill.pass(task, Duration.ofDays(3));
        mill.drain();

        assertEquals("too late", mill.result(task, String.class));
    }
}
