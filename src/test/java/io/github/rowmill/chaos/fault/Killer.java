package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Strikes with one fault after the other, chosen by its own seeded dice. */
public final class Killer implements Runnable {

    /** How often a fault that finds nothing to strike looks again. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Site site;
    private final List<Fault> faults;
    private final Duration gap;
    private final Random random;
    private volatile boolean stopped;

    /**
     * @param faults what it chooses from; named twice is chosen twice as often
     * @param gap between two faults, on average
     */
    public Killer(Site site, List<? extends Fault> faults, Duration gap, long seed) {
        this.site = site;
        this.faults = List.copyOf(faults);
        this.gap = gap;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt((int) (2 * gap.toMillis() + 1)));
                strike(faults.get(random.nextInt(faults.size())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void strike(Fault fault) throws InterruptedException {
        try {
            boolean struck = false;
            while (!stopped && !struck) {
                struck = fault.strike(site, random);
                TimeUnit.NANOSECONDS.sleep(struck ? 0 : LOOK.toNanos());
            }
            if (struck) {
                site.journal().count("fault: " + fault.title());
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // Faults meet: a lock is cut short by a restart. What it did before counts all the same.
            site.journal().count("fault cut short by another: " + fault.title());
        }
    }

    /** Ends after the fault that is under way, which mends what it did. */
    public void stop() {
        stopped = true;
    }
}
