package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * How the time that a stop may take, {@code rowmill.drain}, is shared out: of its eighths, but of 5 s at most, the last is
 * for what is said at the end, the one before for interrupted handlers, and all before that for handlers that run on.
 *
 * <p>Example: of 8 s handlers have 6, those that are interrupted then 1 more, and the last words 1; of a minute 50, 5 and 5.
 */
@Singleton
public class DrainTime {

    private static final int PARTS = 8;
    private static final Duration LONGEST_PART = Duration.ofSeconds(5);

    private final Duration total;
    private final Duration part;
    private final Ticker ticker;
    private volatile long began;

    DrainTime(RowmillConfig config, Ticker ticker) {
        this.total = config.drain();
        this.part = Collections.min(List.of(total.dividedBy(PARTS), LONGEST_PART));
        this.ticker = ticker;
        begin();
    }

    /** The stop begins. */
    public void begin() {
        began = ticker.nanos();
    }

    /** Left for handlers before they are interrupted; never negative, as all of these. */
    public Duration forHandlers() {
        return left(part.multipliedBy(2));
    }

    /** Left for interrupted handlers before what they hold is given back in their stead. */
    public Duration forInterrupted() {
        return left(part);
    }

    /** Left for verdicts, notifications, and what else this node says last. */
    public Duration forLastWords() {
        return left(Duration.ZERO);
    }

    private Duration left(Duration kept) {
        Duration left = total.minus(kept).minus(ticker.since(began));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
