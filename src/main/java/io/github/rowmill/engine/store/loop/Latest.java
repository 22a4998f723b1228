package io.github.rowmill.engine.store.loop;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest of what takes a while to read, for all who look: one of those who find it too old reads it anew, and the others
 * are given the one before meanwhile, whatever its age, as nobody waits for another's reading.
 */
public final class Latest<T> {

    /** For so long what others read may keep one from reading. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Ticker ticker;
    private final Semaphore turn = new Semaphore(1);
    private volatile @Nullable Known<T> known;

    public Latest(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Known<T>(T value, long readAt) {}

    /** What is no older than {@code age}, or else read now. */
    public T get(Duration age, Supplier<T> read) {
        return get(age, read, () -> Optional.of(read.get()));
    }

    /**
     * The same where others may be reading too.
     *
     * @param first for whoever asks first, and needs an answer
     * @param anew empty: another one is at it, and the one before will do if it is no older than half a minute
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

    /** Who reads has died, or only says that he reads. */
    private boolean isOld(Known<T> before) {
        return ticker.since(before.readAt()).compareTo(PATIENCE) > 0;
    }

    private T keep(T value) {
        known = new Known<>(value, ticker.nanos());
        return value;
    }
}
