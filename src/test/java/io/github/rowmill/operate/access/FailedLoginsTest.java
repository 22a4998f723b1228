package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {

    private final SettableTicker ticker = new SettableTicker();
    private final FailedLogins failures = new FailedLogins(ticker);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            failures.failed("anna", "10.0.0.1");
        }
    }

    @Test
    void tenMayBeWrongAtOnce() {
        fail(9);
        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();

        fail(1);
        assertThat(failures.wait("anna", "10.0.0.1")).contains(Duration.ofSeconds(6));
    }

    @Test
    void itIsOfThisNameAndThisAddress() {
        fail(20);

        assertThat(failures.wait("bert", "10.0.0.1")).isEmpty();
        assertThat(failures.wait("anna", "10.0.0.2")).isEmpty();
    }

    @Test
    void timeMakesUpForIt() {
        fail(10);
        ticker.pass(Duration.ofSeconds(6));

        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();
        fail(1);
        assertThat(failures.wait("anna", "10.0.0.1")).isPresent();

        ticker.pass(Duration.ofMinutes(2));
        fail(9);
        assertThat(failures.wait("anna", "10.0.0.1")).isEmpty();
    }
}
