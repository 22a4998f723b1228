package io.github.rowmill.db;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets each caller do one thing at a time, so that a busy caller leaves room for the others. */
public final class CallerSlots {

    /** Largest number of reads of one caller that run or wait, because each holds a thread. */
    private static final int WAITING = 32;

    private static final class Turn {

        private final Semaphore free = new Semaphore(1, true);
        private int askers;
    }

    private final Duration patience;
    private final Map<String, Turn> turns = new HashMap<>();

    /** Creates slots whose callers wait for at most {@code patience}. */
    public CallerSlots(Duration patience) {
        this.patience = patience;
    }

    /**
     * Waits for the caller's turn.
     *
     * @throws UnansweredException the caller has too many reads at once
     */
    public void begin(String who) {
        Turn turn = enter(who);
        boolean isFree = false;
        try {
            isFree = turn.free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isFree) {
            leave(who);
            throw tooMuch();
        }
    }

    /** Ends the turn of a caller. */
    public void end(String who) {
        leave(who).free.release();
    }

    private synchronized Turn enter(String who) {
        Turn turn = turns.computeIfAbsent(who, first -> new Turn());
        if (turn.askers >= WAITING) {
            throw tooMuch();
        }
        turn.askers++;
        return turn;
    }

    private synchronized Turn leave(String who) {
        Turn turn = Objects.requireNonNull(turns.get(who));
        turn.askers--;
        if (turn.askers == 0) {
            turns.remove(who);
        }
        return turn;
    }

    private static UnansweredException tooMuch() {
        return new UnansweredException("this caller has too many requests at once; try again later", null);
    }
}
