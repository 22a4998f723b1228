package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The clock of one node steps back an hour and forward again, or the other way round; nothing comes of it. */
public final class NodeClockStep implements Fault {

    private static final String HOUR = "60m";

    /** Longer than a lease and its recovery: a node whose ticks stop for so long would be found out. */
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
