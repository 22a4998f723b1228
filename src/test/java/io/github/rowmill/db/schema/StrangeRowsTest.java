package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.StrangeRows;
import io.github.rowmill.engine.StrangeRows.Strange;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inserts rows that could stop a queue. The table refuses rows that a node cannot work with, by a constraint whose
 * name shows the reason.
 */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class StrangeRowsTest extends EngineTest {

    static Stream<Strange> aRowOutsideTheBoundsIsRefused() {
        return Stream.of(StrangeRows.ofAnEnqueuer(), StrangeRows.names(), StrangeRows.ofTheEngine())
                .flatMap(rows -> rows);
    }

    @ParameterizedTest
    @MethodSource
    void aRowOutsideTheBoundsIsRefused(Strange row) {
        assertThatThrownBy(() -> rows.execute(row.insert()))
                .rootCause()
                .hasMessageMatching("(?s).*(violates check constraint \"%s\"|maximum allowed length|string buffer).*"
                        .formatted(row.bound()));
    }

    static Stream<Strange> welcome() {
        return StrangeRows.welcome();
    }

    @ParameterizedTest
    @MethodSource("welcome")
    void aStrangeRowWithinTheBoundsGetsTheExpectedStatus(Strange row) {
        rows.execute(row.insert());
        String after = !row.isDue() ? "queued" : isLargerThanAnyApplicationEnqueues() ? "dead" : "completed";

        mill.drain();

        assertThat(rows.text("select status from rowmill_task")).isEqualTo(after);
    }

    /** Returns whether the payload is larger than eight times the default of {@code rowmill.payload.max-size}. */
    private boolean isLargerThanAnyApplicationEnqueues() {
        return rows.number("select octet_length(cast(details as text)) from rowmill_task") > 8 * 256 * 1024;
    }
}
