package io.github.rowmill.feature.rule;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.settle.AttemptEndListener;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.store.end.Successes;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.engine.store.end.Verdicts;
import io.github.rowmill.engine.sweep.Recoverer;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of the queue {@code turns}. It sets the rules of the queue, and claims and ends the tasks itself. */
public abstract class RuledTest extends EngineTest {

    protected static final Set<String> TYPES = Set.of("noop");
    protected static final String QUEUE = "turns";

    @Inject
    protected Claimant claimant;

    @Inject
    protected HandClaims claims;

    @Inject
    protected Completions completions;

    @Inject
    protected Verdicts verdicts;

    @Inject
    protected AttemptEndListener endListener;

    @Inject
    protected Recoverer recoverer;

    /**
     * Also runs after a test: a node keeps looking at queues whose keys take turns, and other tests count its claims.
     */
    @BeforeEach
    @AfterEach
    protected void withoutRules() {
        rows.execute("delete from rowmill_queue");
    }

    protected void rules(String assignments) {
        rows.execute("insert into rowmill_queue (name) values ('turns') on conflict do nothing");
        rows.execute("update rowmill_queue set " + assignments + " where name = 'turns'");
    }

    protected List<Claimed> claim(int room) {
        return claims.claim(QUEUE, TYPES, room);
    }

    protected void end(Claimed task, Outcome outcome) {
        Verdict verdict = Objects.requireNonNull(
                Settlement.of(task, outcome, Duration.ZERO).verdict());
        if (verdict instanceof Verdict.Completed) {
            completions.completeIfHeld(claimant, Successes.of(task.lease()), () -> false);
        } else {
            verdicts.writeIfHeld(claimant, verdict);
        }
        endListener.over(task);
    }
}
