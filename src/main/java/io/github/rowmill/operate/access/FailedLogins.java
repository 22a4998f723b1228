package io.github.rowmill.operate.access;

import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes callers wait after wrong passwords. Three limits hold: one for each name from each network, one for each
 * name from anywhere, and one for each site with any name. The first allows ten wrong passwords at once, and then
 * one in six seconds. The others allow a hundred at once, and then one a second. Only the first holds for a name
 * on a network where it signed in before. So a name cannot be locked out there by attempts elsewhere.
 *
 * <p>Entries that still cause a wait are never dropped. They are few, as each wrong password costs a hash before
 * it counts.
 */
@Singleton
public class FailedLogins {

    private static final Duration OF_PAIR = Duration.ofSeconds(6);
    private static final int PAIRS_AT_ONCE = 10;

    private static final Duration OF_MANY = Duration.ofSeconds(1);
    private static final int MANY_AT_ONCE = 100;

    /** Fewest entries that are added between two removals of expired entries. */
    private static final int FEW = 64;

    private final Ticker ticker;
    private final Map<String, Long> paidUntil = new HashMap<>();
    private final RecentEntries<Boolean> homes = new RecentEntries<>();
    private int tidyAt = FEW;

    FailedLogins(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Brake(String key, Duration each, int atOnce) {}

    private static Brake ofPair(String name, String address) {
        return new Brake(pair(name, address), OF_PAIR, PAIRS_AT_ONCE);
    }

    private static List<Brake> ofMany(String name, String address) {
        return List.of(
                new Brake("name " + name, OF_MANY, MANY_AT_ONCE),
                new Brake("site " + Network.site(address), OF_MANY, MANY_AT_ONCE));
    }

    private static String pair(String name, String address) {
        return "pair " + Network.of(address) + " " + name;
    }

    /**
     * Returns the wait for this name at this address, as far as wrong passwords from the same network cause it.
     */
    synchronized Optional<Duration> waitHere(String name, String address) {
        return some(ahead(ofPair(name, address)));
    }

    /**
     * Returns the wait for this name at this address.
     *
     * @return empty if the name may be tried now
     */
    public synchronized Optional<Duration> wait(String name, String address) {
        long wait = ahead(ofPair(name, address));
        if (!homes.containsKey(pair(name, address))) {
            for (Brake brake : ofMany(name, address)) {
                wait = Math.max(wait, ahead(brake));
            }
        }
        return some(wait);
    }

    private static Optional<Duration> some(long nanos) {
        return nanos > 0 ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
    }

    /** Returns the wait in nanoseconds, at most zero if there is none. */
    private long ahead(Brake brake) {
        Long paid = paidUntil.get(brake.key());
        return paid == null ? 0 : paid - ticker.nanos() - brake.each().toNanos() * (brake.atOnce() - 1);
    }

    /** Counts a wrong password. */
    public synchronized void failed(String name, String address) {
        long now = ticker.nanos();
        tidy(now);
        add(ofPair(name, address), now);
        ofMany(name, address).forEach(brake -> add(brake, now));
    }

    private void add(Brake brake, long now) {
        Long paid = paidUntil.get(brake.key());
        long from = paid == null || paid - now < 0 ? now : paid;
        paidUntil.put(brake.key(), from + brake.each().toNanos());
    }

    private void tidy(long now) {
        if (paidUntil.size() >= tidyAt) {
            paidUntil.values().removeIf(paid -> paid - now <= 0);
            tidyAt = paidUntil.size() * 2 + FEW;
        }
    }

    /** Remembers that this name has signed in from the network of this address. */
    public synchronized void succeeded(String name, String address) {
        homes.put(pair(name, address), true);
    }

    /** Returns the number of entries. */
    synchronized int remembered() {
        return paidUntil.size();
    }
}
