package io.github.rowmill.operate.access;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Limits concurrent password checks, as each takes a core for a quarter of a second and any client can request
 * one. At most 2 run at once, and at most 16 run or wait. A site has at most half of these, so that checks from
 * one site cannot occupy all request threads.
 */
final class PasswordChecks {

    private static final int MAX_AT_ONCE = 2;
    private static final int WAITING = 16;
    private static final int OF_SITE = WAITING / 2;

    private final Duration patience;
    private final Semaphore checks;
    private final Map<String, Integer> here = new HashMap<>();
    private int all;

    PasswordChecks(Duration patience, int cores) {
        this.patience = patience;
        this.checks = new Semaphore(Math.max(1, Math.min(MAX_AT_ONCE, cores / 2)), true);
    }

    /** @throws LoginRefusedException if too many passwords are being checked already */
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

    /** Returns the number of checks that run or wait. */
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
