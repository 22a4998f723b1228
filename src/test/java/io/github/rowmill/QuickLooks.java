package io.github.rowmill;

import static org.awaitility.pollinterval.IterativePollInterval.iterative;

import io.quarkus.test.junit.callback.QuarkusTestBeforeClassCallback;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * Lets waiting tests check early, and then at growing intervals. The default of Awaitility is a tenth of a second
 * before the first check.
 */
public class QuickLooks implements QuarkusTestBeforeClassCallback {

    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LAST = Duration.ofMillis(100);

    @Override
    public void beforeClass(Class<?> test) {
        Awaitility.setDefaultPollDelay(FIRST);
        Awaitility.setDefaultPollInterval(iterative(QuickLooks::longer, FIRST));
    }

    private static Duration longer(Duration pause) {
        Duration longer = pause.multipliedBy(3).dividedBy(2);
        return longer.compareTo(LAST) < 0 ? longer : LAST;
    }
}
