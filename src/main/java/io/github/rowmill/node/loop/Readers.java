package io.github.rowmill.node.loop;

import java.util.concurrent.atomic.AtomicInteger;

/** Tells a loop whether anybody reads its figures. If nobody does, it need not count them. Safe for all threads. */
public final class Readers {

    private final int most;

    /** Rounds since a figure was read. */
    private final AtomicInteger unread;

    /**
     * Creates an instance without a reader.
     *
     * @param most rounds without a reader after which figures are not counted
     */
    public Readers(int most) {
        this.most = most;
        this.unread = new AtomicInteger(most);
    }

    /** Notes that a figure is read. */
    public void read() {
        unread.set(0);
    }

    /** Begins a round, and returns whether its figures were read lately. */
    public boolean next() {
        return unread.getAndIncrement() < most;
    }
}
