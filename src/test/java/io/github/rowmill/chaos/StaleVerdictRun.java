package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_BEYOND_THE_LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.broken.Break;
import io.github.rowmill.chaos.broken.BrokenCopy;
import io.github.rowmill.chaos.fault.Fault;
import io.github.rowmill.chaos.ledger.Effects;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The ledger can see: an application whose failures decide whichever attempt they meet is found out. */
class StaleVerdictRun {

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** The workers of three others take over the tasks of a paused one before it comes back. */
    private static final int NODES = 4;

    /** Each brings about one such meeting, more or less. */
    private static final int PAUSES = 6;

    /** Long enough that a paused node's failure meets its successor at work, and half of them fail. */
    private static final Effects EFFECTS = new Effects(10, 10, 0.5);

    @Test
    void aStaleVerdictThatDecidesItsSuccessorsAttemptIsSeen() throws Exception {
        Path copy = Path.of("target", "chaos", "stale-verdict-app");
        assertThat(BrokenCopy.of(Plan.PACKAGED, copy, Break.SETTLE_BY_ID)).isEqualTo(Break.SETTLE_BY_ID.places());

        try (Site site = Site.of(Plan.of("stale-verdict", NODES, LEASE).application(copy));
                Trial trial = Trial.begin("stale verdicts, which must be found out", site, Seeds.fresh(), EFFECTS)) {
            trial.strike(Collections.nCopies(PAUSES, PAUSE_BEYOND_THE_LEASE).toArray(Fault[]::new));

            Report report = trial.end(Invariants.ALL);

            assertThat(report.breaches())
                    .anyMatch(breach -> breach.startsWith("I1 ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT"))
                    .anyMatch(breach -> breach.startsWith("I1 A_VERDICT_DECIDES_THE_ATTEMPT_OF_ITS_OWN_LEASE"));
        }
    }
}
