package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.DatabaseFault.LONG_OUTAGE;
import static io.github.rowmill.chaos.fault.DatabaseFault.TERMINATE_ALL_BACKENDS;
import static io.github.rowmill.chaos.fault.NodeFault.KILL;
import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_BEYOND_THE_LEASE;
import static io.github.rowmill.chaos.fault.ProxyFault.CUT_AFTER_COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Runs the worst faults once each, in about a minute. {@code -Pchaos} runs the other faults too, and for longer. */
class ChaosSmokeIT {

    private static final Duration LEASE = Duration.ofSeconds(3);

    @Test
    void promisesHoldThroughTheWorstFaults() throws Exception {
        try (Site site = Site.of(Plan.of("smoke", 2, LEASE));
                Trial trial = Trial.begin("smoke", site, Seeds.fresh(), 0.5)) {
            trial.strikeUntilLate(PAUSE_BEYOND_THE_LEASE);
            trial.strike(KILL, TERMINATE_ALL_BACKENDS, CUT_AFTER_COMMIT, LONG_OUTAGE);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches()).isEmpty();
            assertThat(report.number("stale verdicts refused") + report.number("leases lost"))
                    .as("attempts of the paused node that came too late")
                    .isPositive();
            assertThat(report.number(Probe.TRUTHFUL)).isPositive();
            assertThat(report.number("claims after a recovery")).isPositive();
            assertThat(report.number("commits cut")).isPositive();
        }
    }
}
