package io.github.rowmill.operate.access;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Limits how fast each caller enqueues over REST on this node. Each caller has a bucket of tokens, which fills
 * with the rate up to the burst. Each task costs one token. More tasks than the burst need a full bucket, and
 * leave it with a debt. So a bulk is never too large for the rate.
 *
 * <p>The thousand callers that enqueued last are remembered. A caller that was forgotten has a full bucket.
 */
@Singleton
public class EnqueueRate {

    private static final double NANOS = 1e9;

    private record Bucket(double tokens, long since) {}

    private final CurrentCaller current;
    private final Ticker ticker;
    private final OptionalInt rate;
    private final int burst;
    private final RecentEntries<Bucket> buckets = new RecentEntries<>();

    EnqueueRate(CurrentCaller current, Ticker ticker, RowmillConfig config) {
        this.current = current;
        this.ticker = ticker;
        this.rate = config.api().enqueueRate();
        this.burst = config.api().enqueueBurst().orElse(rate.orElse(1));
    }

    /**
     * Takes one token for each of {@code tasks} from the caller of this request.
     *
     * @throws RateExceededException if the caller has too few tokens; none is taken then
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

    /** Returns the number of remembered callers. */
    synchronized int remembered() {
        return buckets.size();
    }
}
