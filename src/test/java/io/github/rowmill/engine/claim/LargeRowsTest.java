package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** Tests rows whose payloads are far larger than {@code rowmill.payload.max-size}. No application has enqueued them. */
@QuarkusTest
@TestProfile(ByHand.class)
class LargeRowsTest extends EngineTest {

    private static final int MAX_SIZE = 256 * 1024;

    private long insert(int length) {
        return rows.insert(TaskRow.of("noop")
                .set("details", "jsonb_build_object('text', repeat('abcdefgh', %d))".formatted(length / 8)));
    }

    @Test
    void aHugeRowIsSetAsideAndItsNeighbourRuns() {
        long huge = insert(8 * MAX_SIZE);
        long neighbour = queue.enqueue(NewTask.of("noop")).id();

        mill.runOnce();

        assertThat(rows.of(huge, "status")).isEqualTo("dead");
        assertThat(rows.of(huge, "error"))
                .startsWith("the row was set aside, as it cannot be run: its payload has 2097164 bytes")
                .contains("this node takes at most 2097152: 8 times rowmill.payload.max-size");
        assertThat(rows.of(neighbour, "status")).isEqualTo("completed");
    }

    /**
     * Encryption, the spaces between names and values, and the limit of another application make a payload somewhat
     * longer.
     */
    @Test
    void aRowSomewhatLargerThanTheLimitRuns() {
        long large = insert(4 * MAX_SIZE);

        mill.runOnce();

        assertThat(rows.of(large, "status")).isEqualTo("completed");
    }
}
