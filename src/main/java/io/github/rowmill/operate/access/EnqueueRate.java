package io.github.rowmill.operate.access;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How fast each caller may enqueue over REST on this node. A caller has a bucket that fills with the rate up to the burst,
 * and takes a token out for each task. More tasks at once than the burst need a full bucket, and are paid for
 * afterwards, so that a bulk is never too large for the rate.
 *
 * <p>The callers that were heard of last are remembered, a thousand of them; whoever was forgotten has a full bucket.
 */
@Singleton
public class EnqueueRate {

    private static final double NANOS = 1e9;

    private record Bucket(double tokens, long since) {}

    private final CurrentCaller current;
    private final Ticker ticker;
    private final OptionalInt rate;
    private final int burst;
    private final Recent<Bucket> buckets = new Recent<>();

    EnqueueRate(CurrentCaller current, Ticker ticker, RowmillConfig config) {
        this.current = current;
        this.ticker = ticker;
        this.rate = config.api().enqueueRate();
        this.burst = config.api().enqueueBurst().orElse(rate.orElse(1));
    }

    /**
     * Takes what so many tasks cost the caller of this request.
     *
     * @throws RateExceededException it has not so much; nothing was taken
     */
    public void take(int tasks) {
        if (rate.isPresent() && tasks > 0) {
            Caller caller = current.get();
            take(caller.account(), rate.getAsInt(), tasks);
        }
    }

    private synchronized void take(String caller, int perSecond, int tasks) {
        Bucket bucket = buckets.getOrDefault(caller, new Bucket(burst, ticker.nanos()));
        long now = ticker.nanos();
        double tokens = Math.min(burst, bucket.tokens() + (now - bucket.since()) / NANOS * perSecond);
        double missing = Math.min(tasks, burst) - tokens;
        if (missing > 0) {
            throw new RateExceededException(caller, perSecond, Duration.ofNanos((long) (missing / perSecond * NANOS)));
        }
        buckets.put(caller, new Bucket(tokens - tasks, now));
    }

    /** How many callers are remembered. */
    synchronized int remembered() {
        return buckets.size();
    }
}
