package io.github.rowmill.operate.access;

import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Who tries passwords in vain has to wait: of each name from each address ten at once, and then one in six seconds. */
@Singleton
public class FailedLogins {

    private static final Duration EACH = Duration.ofSeconds(6);
    private static final int AT_ONCE = 10;

    private final Ticker ticker;
    private final Map<String, Long> paidUntil = new Recent<>();

    FailedLogins(Ticker ticker) {
        this.ticker = ticker;
    }

    /** How long this name has to wait at this address; empty: it may try. */
    public synchronized Optional<Duration> wait(String name, String address) {
        Long paid = paidUntil.get(key(name, address));
        long ahead = paid == null ? 0 : paid - ticker.nanos() - EACH.toNanos() * (AT_ONCE - 1);
        return ahead > 0 ? Optional.of(Duration.ofNanos(ahead)) : Optional.empty();
    }

    /** It was in vain. */
    public synchronized void failed(String name, String address) {
        long now = ticker.nanos();
        Long paid = paidUntil.get(key(name, address));
        long from = paid == null || paid - now < 0 ? now : paid;
        paidUntil.put(key(name, address), from + EACH.toNanos());
    }

    private static String key(String name, String address) {
        return address + " " + name;
    }
}
