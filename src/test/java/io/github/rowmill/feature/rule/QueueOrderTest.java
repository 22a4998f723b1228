package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.HandClaims;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In what order a queue with preferences is claimed from. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QueueOrderTest extends EngineTest {

    private static final String QUEUE = "picky";
    private static final Set<String> TYPES = Set.of("noop", "probe");

    /** A claim of one of so many tasks looks up a path down an index and a few pages, and no part of the backlog. */
    private static final long FEW_PAGES = 200;

    @Inject
    Queues queues;

    @Inject
    HandClaims claims;

    @Inject
    DueQueues due;

    @Inject
    EngineDatabase database;

    @Inject
    Claimer claimer;

    @BeforeEach
    void withoutRules() {
        queues.delete(QUEUE);
    }

    /** Sources of what a claim takes, as it takes it. */
    private List<String> claim(int most) {
        return claims
                .claim(due.plan(QUEUE, due.groups(QUEUE, TYPES)), new ClaimLimits(most, most, most, Long.MAX_VALUE))
                .tasks()
                .stream()
                .map(task -> rows.of(task.id(), "source"))
                .toList();
    }

    @Test
    void ofAStackTheYoungestComesFirstWithinPriorityAndAcrossTypes() {
        queues.set(QUEUE, QueueRules.NONE.lifo(true));
        rows.execute("""
                insert into rowmill_task (queue, type, priority, run_at, source)
                values ('picky', 'noop', 0, now() - interval '3 s', '4th'),
                       ('picky', 'probe', 0, now() - interval '2 s', '3rd'),
                       ('picky', 'noop', 0, now() - interval '1 s', '2nd'),
                       ('picky', 'noop', 0, now() + interval '1 h', 'not due'),
                       ('picky', 'noop', -1, now() - interval '9 s', '1st'),
                       ('picky', 'noop', 1, now(), '5th')
                """);

        assertThat(claim(2)).containsExactly("1st", "2nd");
        assertThat(claim(9)).containsExactly("3rd", "4th", "5th");
    }

    @Test
    void theTopOfAStackIsFoundWithoutReadingTheBacklog() {
        queues.set(QUEUE, QueueRules.NONE.lifo(true));
        rows.execute("""
                insert into rowmill_task (queue, type, run_at, source)
                select 'picky', 'noop', now() - g * interval '1 s', g::text from generate_series(1, 20000) g
                """);
        rows.asSuperuser("analyze rowmill_task");

        Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));
        AtomicInteger top = new AtomicInteger();

        long lookedUp =
                pages.leastOf(top::incrementAndGet, () -> assertThat(claim(1)).containsExactly(top.toString()));

        assertThat(lookedUp).isBetween(1L, FEW_PAGES);
    }

    @Test
    void whoHasWaitedLongEnoughComesBeforeBetterPriorities() {
        queues.set(QUEUE, QueueRules.NONE.ageing(Duration.ofMinutes(10)));
        rows.execute("""
                insert into rowmill_task (queue, type, priority, run_at, source)
                values ('picky', 'noop', 3, now() - interval '35 min', 'old'),
                       ('picky', 'noop', 1, now() - interval '5 min', 'young'),
                       ('picky', 'noop', 0, now(), 'urgent'),
                       ('picky', 'probe', 2, now() - interval '39 min', 'oldest')
                """);

        assertThat(claim(9)).containsExactly("oldest", "urgent", "old", "young");
    }

    @Test
    void withoutAgeingPrioritiesHold() {
        rows.execute("""
                insert into rowmill_task (queue, type, priority, run_at, source)
                values ('picky', 'noop', 3, now() - interval '35 min', 'old'), ('picky', 'noop', 0, now(), 'urgent')
                """);

        assertThat(claim(9)).containsExactly("urgent", "old");
    }

    @Test
    void tasksOfAPausedTypeAreNotStartedAndDoNotHoldUpTheOthers() {
        rows.execute("""
                insert into rowmill_task (queue, type, run_at, details)
                select 'picky', case when g <= 100 then 'noop' else 'event' end, now() - (200 - g) * interval '1 s',
                       cast(case when g <= 100 then '{}' else '{"account": "a", "name": "n", "n": 1}' end as jsonb)
                  from generate_series(1, 110) g
                """);
        queues.pauseType(QUEUE, "noop");

        mill.drain();
        assertThat(completed()).isEqualTo("event 10");
        queues.resumeType(QUEUE, "noop");
        mill.drain();

        assertThat(completed()).isEqualTo("event 10, noop 100");
    }

    private String completed() {
        return rows.text("""
                select string_agg(type || ' ' || tasks, ', ' order by type)
                  from (select type, count(*) as tasks from rowmill_task where status = 'completed' group by type) t
                """);
    }

    @Test
    void aPauseOfATypeHoldsForAClaimThatDoesNotKnowOfIt() {
        rows.execute(
                "insert into rowmill_task (queue, type, source) values ('picky', 'noop', 'a'), ('picky', 'probe', 'b')");
        rows.execute("insert into rowmill_queue (name, paused_types) values ('picky', '{noop}')");

        List<Claimed> claimed = claims.claim(QUEUE, TYPES, 10);

        assertThat(claimed).extracting(Claimed::type).containsExactly("probe");
    }

    /** Of a queue of which the node knows nothing yet, so that no more are claimed at once than run. */
    @Test
    void aNodeClaimsAsTheRulesAsk() {
        queues.set("choosy", QueueRules.NONE.lifo(true).ageing(Duration.ofHours(1)));
        rows.execute("""
                insert into rowmill_task (queue, type, run_at, source)
                select 'choosy', 'noop', now() - g * interval '1 s', g::text from generate_series(1, 30) g
                """);

        mill.drain();

        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(30);
        assertThat(
                        rows.number(
                                "select max(source::int) from (select source from rowmill_task order by started limit 4) first"))
                .isEqualTo(4);
        assertThat(
                        rows.number(
                                "select min(source::int) from (select source from rowmill_task order by started desc limit 4) last"))
                .isEqualTo(27);
    }
}
