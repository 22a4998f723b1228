package io.github.rowmill.operate.http.body;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory for the bodies of requests and of answers, and for objects made from them. All bodies together have a
 * share of the heap, and each caller has a share of that. The first part of each body counts against the
 * caller's share alone. So short bodies are accepted, however much memory the long bodies of other callers take.
 */
@Singleton
class MessageMemory {

    /**
     * Part of the heap for all callers: an eighth, but at least enough for the longest body and the objects made
     * from it.
     */
    private static final int SHARE_OF_HEAP = 8;

    /**
     * Part of that for each caller: a quarter, but at least enough for the longest body and the objects made from
     * it.
     */
    private static final int SHARE_OF_CALLER = 4;

    private static final int BODY_AND_WHAT_IS_MADE_OF_IT = 3;

    /** Bytes of each body that count against the caller's share alone. */
    private static final int SHORT = 16 * 1024;

    private final long mostOfAll;
    private final long mostOfCaller;
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private long heldOfLong;

    @Inject
    MessageMemory(Body body) {
        this(
                Math.max(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, body.limit() * BODY_AND_WHAT_IS_MADE_OF_IT),
                body.limit() * BODY_AND_WHAT_IS_MADE_OF_IT);
    }

    MessageMemory(long mostOfAll, long leastOfCaller) {
        this.mostOfAll = mostOfAll;
        this.mostOfCaller = Math.max(mostOfAll / SHARE_OF_CALLER, leastOfCaller);
    }

    /** Returns a place for a body of this caller, with nothing reserved yet. */
    Place place(String caller) {
        return new Place(caller);
    }

    /** Returns the bytes that all bodies have reserved. */
    synchronized long held() {
        return held;
    }

    private synchronized boolean take(String caller, long bytes, long ofLong) {
        long ofCaller = heldBy.getOrDefault(caller, 0L) + bytes;
        // Short bodies have a limit too, as a node that is open to everyone may have many callers.
        if (ofCaller > mostOfCaller || heldOfLong + ofLong > mostOfAll || held + bytes > 2 * mostOfAll) {
            return false;
        }
        add(caller, bytes, ofLong);
        return true;
    }

    private synchronized void add(String caller, long bytes, long ofLong) {
        held += bytes;
        heldOfLong += ofLong;
        heldBy.merge(caller, bytes, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** The memory that one body has reserved. */
    final class Place implements AutoCloseable {

        private final String caller;
        private long bytes;
        private boolean closed;

        private Place(String caller) {
            this.caller = caller;
        }

        /**
         * Reserves more bytes.
         *
         * @return false if too little memory is left; nothing is reserved then
         */
        synchronized boolean take(long more) {
            if (closed) {
                return false;
            }
            boolean taken = MessageMemory.this.take(caller, more, ofLong(bytes + more) - ofLong(bytes));
            bytes += taken ? more : 0;
            return taken;
        }

        private static long ofLong(long all) {
            return Math.max(0, all - SHORT);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                add(caller, -bytes, -ofLong(bytes));
            }
        }
    }
}
