package io.github.rowmill.chaos;

import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Notes the times when no node is up. No task can be recovered then. */
final class RollCall implements Runnable {

    private static final Duration LOOK = Duration.ofMillis(100);

    private final Site site;
    private volatile boolean stopped;

    RollCall(Site site) {
        this.site = site;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                if (isDeserted()) {
                    long from = System.currentTimeMillis();
                    while (isDeserted() && !stopped) {
                        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                    }
                    site.journal().disturbed(from, System.currentTimeMillis());
                    site.journal().count("times without any node up");
                }
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isDeserted() {
        return site.fleet().slots().stream().noneMatch(slot -> slot.state() == Slot.State.UP);
    }

    void stop() {
        stopped = true;
    }
}
