package io.github.rowmill.operate.access;

import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who tries passwords in vain has to wait: of each name from each network ten at once, and then one in six seconds; of each
 * name wherever it is tried, and from each site whatever the names, a hundred at once and then one in a second. A name does
 * not wait for what is tried elsewhere at a network where it signed in last, so that nobody can lock it out there.
 *
 * <p>Who waits is not forgotten. Those are few, as each wrong password takes the time of a hash before it counts.
 */
@Singleton
public class FailedLogins {

    private static final Duration OF_PAIR = Duration.ofSeconds(6);
    private static final int PAIRS_AT_ONCE = 10;

    private static final Duration OF_MANY = Duration.ofSeconds(1);
    private static final int MANY_AT_ONCE = 100;

    /** Entries between two looks for those that are over. */
    private static final int FEW = 64;

    private final Ticker ticker;
    private final Map<String, Long> paidUntil = new HashMap<>();
    private final Recent<Boolean> homes = new Recent<>();
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

    /** How long this name has to wait at this address for what was tried there. */
    synchronized Optional<Duration> waitHere(String name, String address) {
        return some(ahead(ofPair(name, address)));
    }

    /** How long this name has to wait at this address; empty: it may try. */
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

    /** Nanoseconds. */
    private long ahead(Brake brake) {
        Long paid = paidUntil.get(brake.key());
        return paid == null ? 0 : paid - ticker.nanos() - brake.each().toNanos() * (brake.atOnce() - 1);
    }

    /** It was in vain. */
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

    /** It was not in vain. */
    public synchronized void succeeded(String name, String address) {
        homes.put(pair(name, address), true);
    }

    /** How many entries there are. */
    synchronized int remembered() {
        return paidUntil.size();
    }
}
