package io.github.rowmill.feature.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a node adds its counts exactly once, even if the answer to a write is lost. */
@QuarkusTest
@TestProfile(ByHand.class)
class FailureCounterTest {

    private static final String QUEUE = "counts";

    @Inject
    EngineDatabase database;

    @Inject
    RowmillConfig config;

    @Inject
    TaskEvents events;

    @Inject
    Ticker ticker;

    @Inject
    Rows rows;

    private FailureCounter counter;

    @BeforeEach
    void begin() {
        rows.execute("delete from rowmill_failure where queue = '%s'".formatted(QUEUE));
        counter = new FailureCounter(new LosesAnswers(database, config), new Loops(events, ticker));
    }

    /** Writes, but throws after the first write, as if its answer were lost. */
    private static final class LosesAnswers extends FailureRows {

        private boolean hasLost;

        LosesAnswers(EngineDatabase database, RowmillConfig config) {
            super(database, config);
        }

        @Override
        void add(UUID counter, long batch, Map<FailureKey, FailureCount> counted) {
            super.add(counter, batch, counted);
            if (!hasLost) {
                hasLost = true;
                throw new IllegalStateException("no answer");
            }
        }
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            counter.onEnded(new TaskEvent.Ended(
                    i,
                    QUEUE,
                    "t",
                    1,
                    Outcome.retry(new IllegalStateException("broken"), Duration.ZERO),
                    Duration.ofMillis(1),
                    false));
        }
    }

    private long count() {
        return rows.number("select sum(count) from rowmill_failure where queue = '%s'".formatted(QUEUE));
    }

    @Test
    void countsAreAddedOnceIfTheAnswerToTheirWriteIsLost() {
        fail(2);
        assertThatThrownBy(counter::flush).hasMessage("no answer");
        fail(3);
        counter.flush();

        assertThat(count()).isEqualTo(5);
    }

    @Test
    void countsThatCannotBeWrittenAreWrittenLater() {
        fail(2);
        rows.asSuperuser("alter table rowmill_failure rename to rowmill_failure_away");
        try {
            assertThatThrownBy(counter::flush).isNotNull();
            fail(3);
            assertThatThrownBy(counter::flush).isNotNull();
        } finally {
            rows.asSuperuser("alter table rowmill_failure_away rename to rowmill_failure");
        }
        fail(4);
        assertThatThrownBy(counter::flush).hasMessage("no answer");
        counter.flush();

        assertThat(count()).isEqualTo(9);
    }
}
