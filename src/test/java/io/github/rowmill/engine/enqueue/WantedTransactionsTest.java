package io.github.rowmill.engine.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.feature.context.Carrying;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** Tests an enqueue with a pool that wants its connections to be used in transactions only. */
@QuarkusTest
@TestProfile(Carrying.class)
class WantedTransactionsTest extends EngineTest {

    @Test
    void aLoneTaskIsEnqueuedInATransaction() {
        queue.enqueue(NewTask.of("probe"));

        try (JdbcCalls calls = new JdbcCalls()) {
            queue.enqueue(NewTask.of("probe"));

            assertThat(calls.roundTripsOf(WantedTransactionsTest.class))
                    .as("the insert, and the commit")
                    .isEqualTo(2);
        }
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(2);
    }
}
