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

/** Checks that the ledger finds an application whose failures settle any attempt of their task, not only their own. */
class StaleVerdictRun {

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Number of nodes. The workers of three nodes take over the tasks of a paused one before it comes back. */
    private static final int NODES = 4;

    /** Number of pauses. Each of them leads to about one failure that meets a later attempt. */
    private static final int PAUSES = 6;

    /** Effects so long that the failure of a paused node meets the next attempt while it runs. Half of them fail. */
    private static final Effects EFFECTS = new Effects(10, 10, 0.5);

    @Test
    void theLedgerFindsAFailureThatSettlesALaterAttempt() throws Exception {
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
