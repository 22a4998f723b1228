package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Moves the clock of one node back by an hour, or ahead, and then resets it. This must have no effect. */
public final class NodeClockStep implements Fault {

    private static final String HOUR = "60m";

    /** Longer than a lease and its recovery, so that a node whose ticks stop for this time would be found out. */
    private static final int SECONDS = 12;

    private final ClockFile clock;

    public NodeClockStep(ClockFile clock) {
        this.clock = clock;
    }

    @Override
    public String title() {
        return "a node's clock steps";
    }

    @Override
    public boolean strike(Site site, Random random) throws IOException, InterruptedException {
        clock.set((random.nextInt(4) == 0 ? "+" : "-") + HOUR);
        try {
            TimeUnit.SECONDS.sleep(SECONDS);
        } finally {
            clock.set("+0");
        }
        return true;
    }
}
