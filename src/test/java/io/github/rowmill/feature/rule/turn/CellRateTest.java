package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests how many starts a rate allows when others are already paid for. */
class CellRateTest {

    private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");
    private static final CellRate PER_MINUTE = new CellRate(60, Duration.ofMinutes(1), 5);

    /** The slowest rate with the largest burst that the table permits. A burst of it pays for a million years. */
    private static final CellRate SLOWEST = new CellRate(1, Duration.ofDays(365), 1_000_000);

    @Test
    void aBurstMayComeAtOnceAndIsPaidForOneByOne() {
        Instant paid = PER_MINUTE.paidUntil(NOW, null, 5);

        assertThat(PER_MINUTE.allowed(NOW, null)).isEqualTo(5);
        assertThat(paid).isEqualTo(NOW.plusSeconds(5));
        assertThat(PER_MINUTE.allowed(NOW, paid)).isZero();
        assertThat(PER_MINUTE.next(paid)).isEqualTo(NOW.plusSeconds(1));
        assertThat(PER_MINUTE.allowed(NOW.plusSeconds(1), paid)).isEqualTo(1);
        assertThat(PER_MINUTE.allowed(NOW.plusSeconds(9), paid)).isEqualTo(5);
    }

    @Test
    void aDebtIsCutToTheCostOfABurst() {
        Instant far = NOW.plus(Duration.ofDays(1));

        Instant paid = PER_MINUTE.paidUntil(NOW, far, 0);

        assertThat(PER_MINUTE.allowed(NOW, far)).isZero();
        assertThat(paid).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void aDebtUntilTheLastInstantIsCutToo() {
        assertThat(PER_MINUTE.paidUntil(NOW, Instant.MAX, 0)).isEqualTo(NOW.plusSeconds(5));
        assertThat(PER_MINUTE.allowed(NOW, Instant.MAX)).isZero();
    }

    @Test
    void aBurstOfAMillionYearsEndsWithTheYear9999() {
        Instant paid = SLOWEST.paidUntil(NOW, null, 1_000_000);

        assertThat(paid).isEqualTo(LAST);
        assertThat(SLOWEST.allowed(NOW, paid)).isPositive();
        assertThat(SLOWEST.next(paid)).isBefore(NOW);
        assertThat(SLOWEST.paidUntil(NOW, paid, 1_000_000)).isEqualTo(LAST);
    }
}
