package io.github.rowmill.operate.page.live;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How much of the time each caller's pages may take: a fifth of it, as all are rendered by one thread. A page that several
 * look at is rendered for whichever of them has time left. For one thread.
 */
final class Pace {

    private static final int SHARE = 5;

    private final Ticker ticker;

    /** That callers may be ahead of their share, as the pages of each come one after the other. */
    private final long burst;

    private final Map<String, Long> paidUntil = new HashMap<>();

    Pace(Ticker ticker, Duration burst) {
        this.ticker = ticker;
        this.burst = burst.toNanos();
    }

    /** Whether one of them has time left. */
    boolean isDue(Set<String> callers) {
        long now = ticker.nanos();
        return callers.stream().anyMatch(caller -> ahead(caller, now) <= burst);
    }

    /** Renders for them, and takes the time from the one who has most left. */
    void render(Set<String> callers, Runnable rendering) {
        long since = ticker.nanos();
        try {
            rendering.run();
        } finally {
            long now = ticker.nanos();
            callers.stream()
                    .min(Comparator.comparingLong(caller -> ahead(caller, now)))
                    .ifPresent(payer ->
                            paidUntil.put(payer, now + Math.max(0, ahead(payer, now)) + (now - since) * (SHARE - 1)));
        }
    }

    private long ahead(String caller, long now) {
        Long paid = paidUntil.get(caller);
        return paid == null ? 0 : paid - now;
    }

    /** Forgets those who owe nothing. */
    void tidy() {
        long now = ticker.nanos();
        paidUntil.values().removeIf(paid -> paid - now <= 0);
    }
}
