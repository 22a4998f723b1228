package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.NoObservers;
import io.github.rowmill.node.SettableTicker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopsTest {

    private final List<String> failures = new ArrayList<>();
    private final Loops loops = new Loops(NoObservers.events(), new SettableTicker());
    private final Rounds rounds =
            loops.rounds("bulk", Loops.Kind.WOKEN, (loop, thrown) -> failures.add(thrown.getMessage()));

    @Test
    void aFailedRoundIsReported() {
        rounds.once(LoopsTest::fail);

        assertThat(failures).containsExactly("the pool is closed");
    }

    @Test
    void aRoundThatTheEndOfTheNodeCutsIsNoFailure() {
        rounds.once(() -> {
            loops.stop();
            fail();
        });

        assertThat(failures).isEmpty();
    }

    private static void fail() {
        throw new IllegalStateException("the pool is closed");
    }
}
