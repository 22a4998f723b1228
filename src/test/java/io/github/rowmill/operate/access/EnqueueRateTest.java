package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.rowmill.config.TestConfig;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnqueueRateTest {

    /** A clock that stands still until a test moves it. */
    private static final class Watch extends Ticker {

        private long nanos = 5;

        @Override
        public long nanos() {
            return nanos;
        }

        void pass(Duration time) {
            nanos += time.toNanos();
        }
    }

    private final Watch watch = new Watch();
    private final CurrentCaller current = new CurrentCaller();

    private EnqueueRate rate(String rate, String burst) {
        return new EnqueueRate(
                current,
                watch,
                TestConfig.of(Map.of("rowmill.api.enqueue-rate", rate, "rowmill.api.enqueue-burst", burst)));
    }

    private static Caller caller(String name) {
        return Caller.of(name, List.of());
    }

    private static void assertRefused(EnqueueRate rate, int tasks, long seconds) {
        assertThatExceptionOfType(RateExceededException.class)
                .isThrownBy(() -> rate.take(tasks))
                .satisfies(e -> assertThat(e.retryAfterSeconds()).isEqualTo(seconds));
    }

    @Test
    void withoutARateNoEnqueueIsRefused() {
        EnqueueRate rate = new EnqueueRate(current, watch, TestConfig.defaults());

        assertThatCode(() -> rate.take(1_000_000)).doesNotThrowAnyException();
        assertThatCode(() -> rate.take(1_000_000)).doesNotThrowAnyException();
    }

    @Test
    void afterTheBurstTheRateApplies() {
        EnqueueRate rate = rate("2", "5");
        for (int i = 0; i < 5; i++) {
            rate.take(1);
        }

        assertRefused(rate, 1, 1);
        watch.pass(Duration.ofMillis(500));
        rate.take(1);
        assertRefused(rate, 1, 1);
    }

    @Test
    void theDefaultBurstIsTheRateOfOneSecond() {
        EnqueueRate rate = new EnqueueRate(current, watch, TestConfig.of(Map.of("rowmill.api.enqueue-rate", "3")));

        rate.take(3);

        assertRefused(rate, 1, 1);
    }

    @Test
    void aRefusedEnqueueCostsNothing() {
        EnqueueRate rate = rate("1", "4");
        rate.take(2);

        assertRefused(rate, 3, 1);
        rate.take(2);
    }

    @Test
    void anEnqueueAboveTheBurstIsAcceptedAndDelaysTheNext() {
        EnqueueRate rate = rate("10", "10");

        rate.take(100);

        assertRefused(rate, 1, 10);
        watch.pass(Duration.ofSeconds(9));
        assertRefused(rate, 1, 1);
        watch.pass(Duration.ofMillis(100));
        rate.take(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "10, 10", "50, 10"})
    void aCallerThatRetriesAfterTheGivenTimeIsAccepted(int tasks, int seconds) {
        EnqueueRate rate = rate("1", "10");
        rate.take(10);

        assertRefused(rate, tasks, seconds);
        watch.pass(Duration.ofSeconds(seconds));
        assertThatCode(() -> rate.take(tasks)).doesNotThrowAnyException();
    }

    @Test
    void aLongPauseSavesNoMoreThanTheBurst() {
        EnqueueRate rate = rate("10", "10");
        rate.take(1);
        watch.pass(Duration.ofDays(300));

        rate.take(10);

        assertRefused(rate, 1, 1);
    }

    @Test
    void eachNamedCallerAndEachAnonymousAddressHasItsOwnRate() {
        EnqueueRate rate = rate("1", "1");
        for (Caller caller :
                List.of(caller("anna"), caller("bert"), Caller.NOBODY.at("10.0.0.1"), Caller.NOBODY.at("10.0.0.2"))) {
            current.set(caller);
            rate.take(1);
            assertRefused(rate, 1, 1);
        }
        current.set(caller("anna").at("10.0.0.3"));

        assertRefused(rate, 1, 1);
    }

    @Test
    void atMostTheLastThousandCallersAreRemembered() {
        EnqueueRate rate = rate("1", "1");
        for (int i = 0; i < 100_000; i++) {
            current.set(Caller.NOBODY.at("address " + i));
            rate.take(1);
        }

        assertRefused(rate, 1, 1);
        assertThat(rate.remembered()).isEqualTo(1000);
    }
}
