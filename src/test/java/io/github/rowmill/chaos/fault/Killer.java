package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Causes one fault after the other, chosen at random by its own seed. */
public final class Killer implements Runnable {

    /** Time until a fault that found nothing to strike tries again. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Site site;
    private final List<Fault> faults;
    private final Duration gap;
    private final Random random;
    private volatile boolean stopped;

    /**
     * @param faults the faults to choose from; a fault that is in the list twice is chosen twice as often
     * @param gap the time between two faults, on average
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
            // Faults meet: a restart cuts a lock short, for example. The part of the fault before that still counts.
            site.journal().count("fault cut short by another: " + fault.title());
        }
    }

    /** Ends the killer after the current fault, which mends what it did. */
    public void stop() {
        stopped = true;
    }
}
