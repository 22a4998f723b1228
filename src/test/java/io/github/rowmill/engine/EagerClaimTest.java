package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node has just enqueued it takes by id, if nobody has touched it since. */
@QuarkusTest
@TestProfile(ByHand.class)
class EagerClaimTest extends EngineTest {

    @Inject
    HandClaims claims;

    @Inject
    Claimer claimer;

    @Inject
    Queues queues;

    @Test
    void takesWhatWasInsertedInTheOrderOfTheQueue() {
        long later = queue.enqueue(NewTask.of("noop").priority(5)).id();
        long first = queue.enqueue(NewTask.of("noop").priority(-1)).id();

        assertThat(claims.claimNew("default", List.of(later, first)))
                .extracting(Claimed::id)
                .containsExactly(first, later);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version = 1",
                "run_at = now() + interval '1 min'",
                "queue = 'other'",
                "status = 'cancelled', finished = now()",
                "expires_at = now() - interval '1 s'"
            })
    void leavesWhatIsNotAsItWasInserted(String change) {
        long id = queue.enqueue(NewTask.of("noop")).id();
        rows.execute("update rowmill_task set " + change);

        assertThat(claims.claimNew("default", List.of(id))).isEmpty();
    }

    @Test
    void takesNothingTwice() {
        long id = queue.enqueue(NewTask.of("noop")).id();

        assertThat(claims.claimNew("default", List.of(id))).hasSize(1);
        assertThat(claims.claimNew("default", List.of(id))).isEmpty();
        assertThat(claims.claim("default", Set.of("noop"), 10)).isEmpty();
    }

    @Test
    void leavesAQueueWithRulesToAClaimThatAsksThem() {
        queues.set("ruled", QueueRules.NONE.concurrency(1));
        long id = queue.enqueue(NewTask.of("noop").queue("ruled")).id();

        assertThat(claims.claimNew("ruled", List.of(id))).isEmpty();
        assertThat(claims.claim("ruled", Set.of("noop"), 1)).hasSize(1);
        queues.delete("ruled");
    }

    @Test
    void passesOverARowThatAnotherHoldsAndWaitsForNobody() throws SQLException {
        long held = queue.enqueue(NewTask.of("noop")).id();
        long free = queue.enqueue(NewTask.of("noop")).id();
        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select 1 from rowmill_task where id = %d for update".formatted(held));

            assertThat(claims.claimNew("default", List.of(held, free)))
                    .extracting(Claimed::id)
                    .containsExactly(free);
            other.rollback();
        }
        assertThat(claims.claimNew("default", List.of(held))).hasSize(1);
    }

    @Test
    void aNodeThatHasRoomRunsWhatItTookAndSaysWhetherItWasAll() {
        mill.runOnce();
        long id = queue.enqueue(NewTask.of("noop")).id();

        assertThat(claimer.claimNew("default", List.of(id))).isTrue();

        await().atMost(Duration.ofSeconds(10)).until(() -> rows.of(id, "status").equals("completed"));
        assertThat(claimer.claimNew("default", List.of(id))).isFalse();
    }
}
