package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Shares out {@code rowmill.drain}, the maximum time of a stop. A part is an eighth of it, at most 5 s. The last
 * part is for the node's last writes, the part before for interrupted handlers, and all earlier time for handlers
 * that run on.
 *
 * <p>Example: of 8 s, handlers have 6 s, interrupted handlers 1 s more, and the last writes 1 s. A minute is
 * divided into 50, 5 and 5 s.
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

    /** Starts the time of the stop. */
    public void begin() {
        began = ticker.nanos();
    }

    /** Returns the time left for handlers before they are interrupted; never negative. */
    public Duration forHandlers() {
        return left(part.multipliedBy(2));
    }

    /** Returns the time left for interrupted handlers before the node gives their tasks back; never negative. */
    public Duration forInterrupted() {
        return left(part);
    }

    /** Returns the time left for verdicts, notifications and other last writes of this node; never negative. */
    public Duration forLastWords() {
        return left(Duration.ZERO);
    }

    private Duration left(Duration kept) {
        Duration left = total.minus(kept).minus(ticker.since(began));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
