package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoopActivityTest {

    private final SettableTicker ticker = new SettableTicker();
    private final LoopActivity pulse = new LoopActivity(ticker);

    @Test
    void silenceBeginsWhenTheLoopIsMade() {
        ticker.pass(Duration.ofSeconds(7));

        assertThat(pulse.silence()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void beatEndsTheSilence() {
        ticker.pass(Duration.ofSeconds(7));

        pulse.beat();

        assertThat(pulse.silence()).isZero();
        ticker.pass(Duration.ofSeconds(1));
        assertThat(pulse.silence()).isEqualTo(Duration.ofSeconds(1));
    }
}
