package io.github.rowmill.operate.page;

import java.time.Duration;
import java.util.Locale;

/** A duration for the eye: its two largest units. */
final class LagText {

    private LagText() {}

    /** Example: 0 is a dash, 1.25 s is {@code 1.3 s}, 3661 s is {@code 1 h 1 min}. */
    static String text(Duration lag) {
        if (lag.isZero() || lag.isNegative()) {
            return "–";
        }
        if (lag.toMinutes() == 0) {
            return String.format(Locale.ROOT, "%.1f s", lag.toMillis() / 1e3);
        }
        if (lag.toHours() == 0) {
            return "%d min %d s".formatted(lag.toMinutes(), lag.toSecondsPart());
        }
        if (lag.toDays() == 0) {
            return "%d h %d min".formatted(lag.toHours(), lag.toMinutesPart());
        }
        return "%d d %d h".formatted(lag.toDays(), lag.toHoursPart());
    }
}
