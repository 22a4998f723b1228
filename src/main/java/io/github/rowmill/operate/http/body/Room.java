package io.github.rowmill.operate.http.body;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;

/**
 * The memory for bodies that are on their way or being answered, and for what is made of them. All together have a share of
 * the heap, and each caller a share of that. The first part of each body is of the caller's share alone, so that short ones
 * are let in however much the long ones of others take.
 */
@Singleton
class Room {

    /** Of the heap, for all. */
    private static final int SHARE_OF_HEAP = 8;

    /** Of that, for each caller; it has room for the longest body and what is made of it. */
    private static final int SHARE_OF_CALLER = 4;

    private static final int BODY_AND_WHAT_IS_MADE_OF_IT = 3;

    /** Of each body, of the caller's share alone. */
    private static final int SHORT = 16 * 1024;

    private final long mostOfAll;
    private final long mostOfCaller;
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private long heldOfLong;

    @Inject
    Room(Body body) {
        this(
                Math.max(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, body.limit() * BODY_AND_WHAT_IS_MADE_OF_IT),
                body.limit() * BODY_AND_WHAT_IS_MADE_OF_IT);
    }

    Room(long mostOfAll, long leastOfCaller) {
        this.mostOfAll = mostOfAll;
        this.mostOfCaller = Math.max(mostOfAll / SHARE_OF_CALLER, leastOfCaller);
    }

    /** A place for a body of this caller, who holds nothing yet. */
    Place place(String caller) {
        return new Place(caller);
    }

    /** How much all of them hold. */
    synchronized long held() {
        return held;
    }

    private synchronized boolean take(String caller, long bytes, long ofLong) {
        long ofCaller = heldBy.getOrDefault(caller, 0L) + bytes;
        // Short ones end somewhere, too: callers may be many where everybody is let in.
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

    /** What one body holds. */
    final class Place implements AutoCloseable {

        private final String caller;
        private long bytes;
        private boolean closed;

        private Place(String caller) {
            this.caller = caller;
        }

        /** Takes so much more; false: there is no room, and nothing was taken. */
        synchronized boolean take(long more) {
            if (closed) {
                return false;
            }
            boolean taken = Room.this.take(caller, more, ofLong(bytes + more) - ofLong(bytes));
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
