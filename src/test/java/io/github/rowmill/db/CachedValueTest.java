package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CachedValueTest {

    private static final Duration AGE = Duration.ofSeconds(1);

    private final SettableTicker time = new SettableTicker();
    private final CachedValue<Integer> latest = new CachedValue<>(time);
    private final AtomicInteger reads = new AtomicInteger();

    private int whileOthersRead() {
        return latest.get(AGE, reads::incrementAndGet, Optional::empty);
    }

    @Test
    void anOldValueIsUsedForHalfAMinuteIfAnotherNodeReads() {
        assertThat(whileOthersRead()).isEqualTo(1);
        time.pass(Duration.ofSeconds(30));
        assertThat(whileOthersRead()).isEqualTo(1);

        time.pass(Duration.ofSeconds(1));

        assertThat(whileOthersRead()).isEqualTo(2);
    }

    @Test
    void aValueThatIsTooOldIsReadAgain() {
        assertThat(latest.get(AGE, reads::incrementAndGet)).isEqualTo(1);
        assertThat(latest.get(AGE, reads::incrementAndGet)).isEqualTo(1);
        time.pass(Duration.ofSeconds(2));

        assertThat(latest.get(AGE, reads::incrementAndGet)).isEqualTo(2);
    }
}
