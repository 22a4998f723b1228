package io.github.rowmill.node;

import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/**
 * Ticks in the scheduler's place while that is silent: it compares what time it is, and so does nothing for an hour when the
 * clock is set back by one. This measures time passed, which nobody sets.
 */
@Singleton
public class BackStop {

    /** A scheduler may be late, or busy with a round, for so many intervals. */
    private static final int PATIENCE = 3;

    private final List<Watch> watches;

    @Inject
    BackStop(Instance<ScheduledLoop> all, Ticker ticker) {
        this(all.stream().toList(), ticker);
    }

    BackStop(List<ScheduledLoop> all, Ticker ticker) {
        this.watches = all.stream().map(one -> new Watch(one, ticker)).toList();
    }

    @Startup
    void start() {
        watches.forEach(watch -> watch.loop.start(watch.scheduled.interval()));
    }

    /** Looks at every pulse once. */
    void lookOnce() {
        watches.forEach(Watch::look);
    }

    @PreDestroy
    void stop() {
        watches.forEach(watch -> watch.loop.stop());
    }

    /** Has a thread of its own: a long round of one keeps no other from being watched. */
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
                    "back-stop", new Rounds("back-stop", (name, thrown) -> {}, new Pulse(ticker)).each(this::look));
        }

        /** Once it stands in for the scheduler it keeps the interval, until a beat that was not its own shows that the scheduler is back. */
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
