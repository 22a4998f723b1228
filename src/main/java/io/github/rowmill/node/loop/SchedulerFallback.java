package io.github.rowmill.node.loop;

import io.github.rowmill.node.Ticker;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/**
 * Replaces the scheduler while that is silent. The scheduler compares clock times, so it does nothing for an hour
 * after the clock is set back by one hour. This class measures elapsed time, which no change of the clock affects.
 */
@Singleton
public class SchedulerFallback {

    /** Number of intervals that the scheduler may be late, or busy with a round. */
    private static final int PATIENCE = 3;

    private final List<Watch> watches;

    @Inject
    SchedulerFallback(Instance<ScheduledLoop> all, Ticker ticker) {
        this(all.stream().toList(), ticker);
    }

    SchedulerFallback(List<ScheduledLoop> all, Ticker ticker) {
        this.watches = all.stream().map(one -> new Watch(one, ticker)).toList();
    }

    @Startup
    void start() {
        watches.forEach(watch -> watch.loop.start(watch.scheduled.interval()));
    }

    /** Checks every pulse once. */
    void lookOnce() {
        watches.forEach(Watch::look);
    }

    @PreDestroy
    void stop() {
        watches.forEach(watch -> watch.loop.stop());
    }

    /**
     * Watches one loop on its own thread, so that a long round of one loop does not stop the watch over another.
     */
    private static final class Watch {

        private final ScheduledLoop scheduled;
        private final Ticker ticker;
        private final Loop loop;
        private boolean standsIn;
        private long ticked;

        private Watch(ScheduledLoop scheduled, Ticker ticker) {
            this.scheduled = scheduled;
            this.ticker = ticker;
            this.loop = new Loop(
                    "back-stop",
                    new Rounds("back-stop", (name, thrown) -> {}, new LoopActivity(ticker)).each(this::look));
        }

        /**
         * Ticks if the loop was silent for too long. From then on it keeps the interval, until another beat than
         * its own shows that the scheduler works again.
         */
        private void look() {
            Duration sinceOwn =
                    ticker.since(ticked); // read before the silence, which is longer unless another beat came
            Duration silence = scheduled.pulse().silence();
            if (standsIn && silence.compareTo(sinceOwn) < 0) {
                standsIn = false;
            }
            Duration most =
                    standsIn ? scheduled.interval() : scheduled.interval().multipliedBy(PATIENCE);
            if (silence.compareTo(most) >= 0) {
                scheduled.tick();
                standsIn = true;
                ticked = ticker.nanos();
            }
        }
    }
}
