package io.github.rowmill.operate.access;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets few passwords be checked at a time: each check takes a core for a quarter of a second, and whoever reaches the port
 * may ask for one. Few wait, and of those from one site no more than half, so that neither are the threads theirs.
 */
final class PasswordChecks {

    private static final int AT_ONCE = 2;
    private static final int WAITING = 16;
    private static final int OF_SITE = WAITING / 2;

    private final Duration patience;
    private final Semaphore checks = new Semaphore(AT_ONCE, true);
    private final Map<String, Integer> here = new HashMap<>();
    private int all;

    PasswordChecks(Duration patience) {
        this.patience = patience;
    }

    /** @throws LoginRefusedException too many are checked already */
    boolean check(String address, BooleanSupplier work) {
        String site = Network.site(address);
        enter(site);
        try {
            if (!checks.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy();
            }
            try {
                return work.getAsBoolean();
            } finally {
                checks.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        } finally {
            leave(site);
        }
    }

    private synchronized void enter(String site) {
        if (all >= WAITING || here.getOrDefault(site, 0) >= OF_SITE) {
            throw busy();
        }
        all++;
        here.merge(site, 1, Integer::sum);
    }

    /** How many are checked, or wait for it. */
    synchronized int here() {
        return all;
    }

    private synchronized void leave(String site) {
        all--;
        here.computeIfPresent(site, (same, many) -> many == 1 ? null : many - 1);
    }

    private static LoginRefusedException busy() {
        return new LoginRefusedException("too many passwords are being checked; try again in a second", true);
    }
}
