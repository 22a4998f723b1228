package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.node.SettableTicker;
import io.github.rowmill.task.ClaimedTasks;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class OpenTransactionsTest {

    @Inject
    HandlerTransaction handlers;

    @Inject
    OpenTransactions transactions;

    @Test
    void onlyTheTransactionOfTheAttemptIsMarked() throws Exception {
        assertThat(transactions.isOfAttempt()).isFalse();
        HeldTask task = new HeldTask(
                ClaimedTasks.claimed(1, "default"),
                TestTypes.type("report"),
                new SettableTicker(),
                0,
                Duration.ofSeconds(30));
        handlers.runTogether(task, check -> {
            assertThat(transactions.isOfAttempt()).isTrue();
            boolean isMarked = QuarkusTransaction.requiringNew().call(transactions::isOfAttempt);
            assertThat(isMarked).isFalse();
            assertThat(transactions.isOfAttempt()).isTrue();
        });
        assertThat(transactions.isOfAttempt()).isFalse();
        boolean isMarked = QuarkusTransaction.requiringNew().call(transactions::isOfAttempt);
        assertThat(isMarked).isFalse();
    }
}
