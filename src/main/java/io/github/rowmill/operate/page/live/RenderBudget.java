package io.github.rowmill.operate.page.live;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Limits the pages of each caller to a fifth of the time, as one thread renders all pages. A page with several
 * viewers is rendered if any of them has time left. Used by one thread.
 */
final class RenderBudget {

    private static final int SHARE = 5;

    private final Ticker ticker;

    /** Nanoseconds by which callers may exceed their share, as their pages are rendered one after the other. */
    private final long burst;

    private final Map<String, Long> paidUntil = new HashMap<>();

    RenderBudget(Ticker ticker, Duration burst) {
        this.ticker = ticker;
        this.burst = burst.toNanos();
    }

    /** Returns whether any of the callers has time left. */
    boolean isDue(Set<String> callers) {
        long now = ticker.nanos();
        return callers.stream().anyMatch(caller -> ahead(caller, now) <= burst);
    }

    /** Renders a page for the callers, and charges the time to the caller who has most left. */
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

    /** Forgets callers who owe no time. */
    void tidy() {
        long now = ticker.nanos();
        paidUntil.values().removeIf(paid -> paid - now <= 0);
    }
}
