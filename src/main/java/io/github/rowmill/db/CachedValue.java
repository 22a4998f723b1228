package io.github.rowmill.db;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches a value that is slow to read. If it is too old, one caller reads it again. The other callers get the old
 * value, whatever its age, and do not wait.
 */
public final class CachedValue<T> {

    /** Age up to which the old value is returned while another node reads. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Ticker ticker;
    private final Semaphore turn = new Semaphore(1);
    private volatile @Nullable Known<T> known;

    public CachedValue(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Known<T>(T value, long readAt) {}

    /** Returns a value that is at most {@code age} old, and reads it now if necessary. */
    public T get(Duration age, Supplier<T> read) {
        return get(age, read, () -> Optional.of(read.get()));
    }

    /**
     * Returns a value that is at most {@code age} old, and reads it now if necessary. Other nodes may be reading
     * it too.
     *
     * @param first reads the value if there is none, or if the old one is older than half a minute
     * @param anew reads the value, or returns empty if another node is reading; then an old value of at most half
     *     a minute is returned
     */
    public T get(Duration age, Supplier<T> first, Supplier<Optional<T>> anew) {
        Known<T> before = known;
        if (before == null) {
            return keep(first.get());
        }
        if (ticker.since(before.readAt()).compareTo(age) <= 0 || !turn.tryAcquire()) {
            return before.value();
        }
        try {
            return anew.get().map(this::keep).orElseGet(() -> isOld(before) ? keep(first.get()) : before.value());
        } finally {
            turn.release();
        }
    }

    /**
     * Returns whether the old value is too old to rely on the other reader, which may have died or may only hold
     * the lock.
     */
    private boolean isOld(Known<T> before) {
        return ticker.since(before.readAt()).compareTo(PATIENCE) > 0;
    }

    private T keep(T value) {
        known = new Known<>(value, ticker.nanos());
        return value;
    }
}
