package io.github.rowmill.bench;

import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Records when each task of a workload ended in this process, and how long it had waited. Also counts the tasks that
 * the producer may still enqueue. Times are nanoseconds of the machine's monotonic clock, which its processes share.
 */
@Singleton
class Waits {

    private static final int FIRST_SIZE = 1 << 16;

    private final Semaphore room = new Semaphore(0);
    private long[] ends = new long[FIRST_SIZE];
    private long[] waits = new long[FIRST_SIZE];
    private int size;

    /** Forgets earlier tasks, and makes room for {@code waiting} tasks. */
    synchronized void begin(int waiting) {
        size = 0;
        room.drainPermits();
        room.release(waiting);
    }

    /** Takes room for {@code tasks} tasks. Returns false if they find no room before the moment {@code end}. */
    boolean takeRoom(int tasks, long end) throws InterruptedException {
        return room.tryAcquire(tasks, end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** Waits for a millisecond, as a task that calls another service does. Returns when the wait began. */
    static long work() throws InterruptedException {
        long begun = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(1);
        return begun;
    }

    /** Records the end of a task, and makes room for another one. */
    void ended(long sent, long begun) {
        add(System.nanoTime(), begun - sent);
        room.release();
    }

    private synchronized void add(long end, long wait) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            waits = Arrays.copyOf(waits, 2 * size);
        }
        ends[size] = end;
        waits[size] = wait;
        size++;
    }

    /** Returns the number of tasks that have ended. */
    synchronized int count() {
        return size;
    }

    /** Returns the waits of the tasks that ended in a span of time. */
    synchronized long[] between(long from, long to) {
        long[] found = new long[size];
        int count = 0;
        for (int n = 0; n < size; n++) {
            if (ends[n] - from >= 0 && ends[n] - to < 0) {
                found[count++] = waits[n];
            }
        }
        return Arrays.copyOf(found, count);
    }
}
