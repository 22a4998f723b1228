package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Logs failed rounds. If the database is unreachable, all loops fail in the same way in every round. So the stack
 * trace is logged once in ten minutes.
 */
@Singleton
class RoundLog {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.task");

    /** Time after which a failure is logged with its stack trace again. */
    private static final Duration TRACED = Duration.ofMinutes(10);

    private static final int MAX_KNOWN = 100;

    private final LogQuota quota;
    private final Ticker ticker;
    private final Map<String, Long> traced = new LinkedHashMap<>();

    RoundLog(Ticker ticker) {
        this.quota = new LogQuota(ticker);
        this.ticker = ticker;
    }

    void onRoundFailed(@Observes TaskEvent.RoundFailed failed) {
        String kind = "round of " + failed.loop();
        quota.write(
                kind,
                () -> write(failed.loop(), Printable.of(failed.cause())),
                left -> LOG.warnf("%s more lines were not logged: kind=%s", left, kind));
    }

    private void write(String loop, Throwable cause) {
        if (isNew(cause)) {
            LOG.warnf(cause, "a round failed and will be tried again: loop=%s", loop);
        } else {
            LOG.warnf("a round failed and will be tried again: loop=%s: %s", loop, cause);
        }
    }

    private synchronized boolean isNew(Throwable cause) {
        String origin = origin(cause);
        Long at = traced.get(origin);
        if (at != null && ticker.since(at).compareTo(TRACED) < 0) {
            return false;
        }
        traced.remove(origin);
        traced.put(origin, ticker.nanos());
        if (traced.size() > MAX_KNOWN) {
            traced.remove(traced.keySet().iterator().next());
        }
        return true;
    }

    /**
     * Returns the failure and the place where its innermost cause was thrown. This is the same for all loops to
     * which the database refuses a connection.
     */
    private static String origin(Throwable cause) {
        Throwable inner = cause;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        StackTraceElement[] frames = inner.getStackTrace();
        return cause + (frames.length == 0 ? "" : " at " + frames[0]);
    }
}
