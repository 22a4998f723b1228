package io.github.rowmill.operate.http.result;

import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.http.json.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the time for which a request waits, such as {@code 30s} or {@code 500ms}. */
final class WaitTime {

    private static final Duration MAX = Duration.ofSeconds(60);

    private static final Pattern TIME = Pattern.compile("([0-9]{1,6})(ms|s|m)");

    private WaitTime() {}

    /**
     * Returns the time; zero if none is given.
     *
     * @throws ProblemException it is no time, or more than a minute
     */
    static Duration of(@Nullable String text) {
        if (text == null) {
            return Duration.ZERO;
        }
        Matcher time = TIME.matcher(text);
        Duration wait = time.matches() ? duration(Long.parseLong(time.group(1)), time.group(2)) : null;
        if (wait == null || wait.compareTo(MAX) > 0) {
            throw ProblemException.of(List.of(
                    new Violation("wait", "must be a time from 0s to 60s, such as 30s, was '%s'".formatted(text))));
        }
        return wait;
    }

    private static Duration duration(long number, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }
}
