package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private final SettableTicker ticker = new SettableTicker();
    private final List<String> failures = new ArrayList<>();
    private final Rounds rounds =
            new Rounds("trim", (loop, e) -> failures.add(loop + ": " + e.getMessage()), new LoopActivity(ticker));

    @Test
    void exceptionEndsOnlyItsRound() {
        rounds.once(() -> {
            throw new IllegalStateException("no database");
        });

        assertThat(failures).containsExactly("trim: no database");
    }

    @Test
    void roundWithoutExceptionIsNoFailure() {
        rounds.once(() -> {});

        assertThat(failures).isEmpty();
    }

    @Test
    void aFailedRoundEndsTheSilence() {
        ticker.pass(Duration.ofMinutes(1));

        rounds.once(() -> {
            throw new IllegalStateException();
        });

        assertThat(rounds.pulse().silence()).isZero();
    }

    @Test
    void errorEndsOnlyItsRoundToo() {
        rounds.once(() -> {
            throw new OutOfMemoryError("as if");
        });

        assertThat(failures).containsExactly("trim: as if");
    }

    @Test
    void failuresInARowAreCountedUntilARoundEndsWell() {
        rounds.once(RoundsTest::fail);
        rounds.once(RoundsTest::fail);
        rounds.onceIf(false, RoundsTest::fail);
        int inARow = rounds.pulse().failures();

        rounds.onceIf(true, () -> {});

        assertThat(inARow).isEqualTo(2);
        assertThat(rounds.pulse().failures()).isZero();
    }

    @Test
    void aSkippedRoundEndsTheSilence() {
        ticker.pass(Duration.ofMinutes(1));

        rounds.onceIf(false, RoundsTest::fail);

        assertThat(rounds.pulse().silence()).isZero();
    }

    private static void fail() {
        throw new IllegalStateException();
    }
}
