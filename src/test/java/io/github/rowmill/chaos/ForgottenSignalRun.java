package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.NodeFault.KILL;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.broken.Break;
import io.github.rowmill.chaos.broken.BrokenCopy;
import io.github.rowmill.chaos.ledger.Effects;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that the ledger finds an application that keeps signals but wakes no waiting task. */
class ForgottenSignalRun {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final int NODES = 2;

    /** Effects so short that rentals soon reach their wait. */
    private static final Effects EFFECTS = new Effects(0.02, 1, 0);

    @Test
    void theLedgerFindsATaskThatItsSignalDidNotWake() throws Exception {
        Path copy = Path.of("target", "chaos", "forgotten-signal-app");
        assertThat(BrokenCopy.of(Plan.PACKAGED, copy, Break.FORGET_SIGNALS)).isEqualTo(Break.FORGET_SIGNALS.places());

        try (Site site = Site.of(Plan.of("forgotten-signal", NODES, LEASE).application(copy));
                Trial trial = Trial.begin("forgotten signals, which must be found out", site, Seeds.fresh(), EFFECTS)) {
            trial.load().addSteps();
            trial.strike(KILL, KILL);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.number("signals while the task waits")).isPositive();
            assertThat(report.breaches())
                    .anyMatch(breach -> breach.startsWith("I21 A_WAIT_ENDS_WHEN_ITS_SIGNAL_WAS_SENT"))
                    .anyMatch(breach -> breach.startsWith("I3 EVERY_TASK_HAS_ENDED"));
        }
    }
}
