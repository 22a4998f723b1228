package io.github.rowmill.chaos;

import static io.github.rowmill.chaos.fault.NodeFault.PAUSE_BEYOND_THE_LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.chaos.broken.Break;
import io.github.rowmill.chaos.broken.BrokenCopy;
import io.github.rowmill.chaos.ledger.Effects;
import io.github.rowmill.chaos.site.Plan;
import io.github.rowmill.chaos.site.Site;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that the harness can fail: it finds an application without the fence. */
class CompleteByIdRun {

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Effects so long that every worker of a paused node runs one. */
    private static final Effects EFFECTS = new Effects(2, 4, 0);

    @Test
    void anApplicationThatCompletesByIdAloneHasDoubleEffects() throws Exception {
        Path copy = Path.of("target", "chaos", "complete-by-id-app");
        assertThat(BrokenCopy.of(Plan.PACKAGED, copy, Break.COMPLETE_BY_ID)).isEqualTo(Break.COMPLETE_BY_ID.places());

        try (Site site = Site.of(Plan.of("complete-by-id", 2, LEASE).application(copy));
                Trial trial = Trial.begin("complete by id, which must be found out", site, Seeds.fresh(), EFFECTS)) {
            trial.strike(PAUSE_BEYOND_THE_LEASE, PAUSE_BEYOND_THE_LEASE, PAUSE_BEYOND_THE_LEASE);

            Report report = trial.end(Invariants.ALL);

            assertThat(report.number("tasks with two effects")).isPositive();
            assertThat(report.breaches())
                    .anyMatch(breach -> breach.startsWith("I2 NO_DOUBLE_EFFECT"))
                    .anyMatch(breach -> breach.startsWith("I1 COMPLETED_NEVER_CHANGES"));
        }
    }
}
