package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Moves the database's clock ahead or back, and then resets it. */
public final class ClockStep implements Fault {

    private static final int MINUTES = 10;
    private static final int SECONDS_BETWEEN_STEPS = 4;

    private final ClockFile clock;

    /** @param clock the file that the server's fake clock reads */
    public ClockStep(ClockFile clock) {
        this.clock = clock;
    }

    /** Leaves the clock ahead. Then no row that was written at another time is due later than it should be. */
    public void stayAhead() throws IOException {
        clock.set("+" + MINUTES + "m");
    }

    @Override
    public String title() {
        return "the database's clock steps";
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        clock.set((random.nextBoolean() ? "+" : "-") + MINUTES + "m");
        TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_STEPS);
        clock.set("+0");
        TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_STEPS);
        return true;
    }
}
