package io.github.rowmill.node;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/**
 * Limits the lines of one kind that are logged in a minute, and reports the number of lines left out. Safe for all
 * threads.
 */
public final class LogQuota {

    /**
     * Maximum lines of one kind a minute: enough to see the problem, even in a storm of a hundred thousand
     * failures.
     */
    private static final int LINES = 50;

    private static final Duration SPAN = Duration.ofMinutes(1);

    private final Ticker ticker;
    private final Map<String, Span> kinds = new ConcurrentHashMap<>();

    public LogQuota(Ticker ticker) {
        this.ticker = ticker;
    }

    private static final class Span {

        private long since;
        private int lines;

        private Span(long since) {
            this.since = since;
        }
    }

    /**
     * Writes a line if the quota of its kind allows it. {@code leftOut} is called first, with the number of lines
     * left out in the minute before, if any.
     */
    public void write(String kind, Runnable line, IntConsumer leftOut) {
        Span span = kinds.computeIfAbsent(kind, none -> new Span(ticker.nanos()));
        int left = 0;
        boolean room;
        synchronized (span) {
            if (ticker.since(span.since).compareTo(SPAN) >= 0) {
                left = Math.max(0, span.lines - LINES);
                span.since = ticker.nanos();
                span.lines = 0;
            }
            room = span.lines++ < LINES;
        }
        if (left > 0) {
            leftOut.accept(left);
        }
        if (room) {
            line.run();
        }
    }
}
