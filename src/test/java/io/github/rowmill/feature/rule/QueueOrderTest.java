package io.github.rowmill.feature.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
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

/** Tests the order of claims from a queue with preferences. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class QueueOrderTest extends EngineTest {

    private static final String QUEUE = "picky";
    private static final Set<String> TYPES = Set.of("noop", "probe");

    /** Pages that a claim of one task may read: a path down an index and a few more, but no part of the backlog. */
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

    /** Claims tasks and returns their sources, in the order of the claim. */
    private List<String> claim(int most) {
        return claims
                .claim(due.plan(QUEUE, due.groups(QUEUE, TYPES)), new ClaimLimits(most, most, most, Long.MAX_VALUE))
                .tasks()
                .stream()
                .map(task -> rows.of(task.id(), "source"))
                .toList();
    }

    @Test
    void aLifoQueueStartsTheYoungestTaskOfAPriorityFirst() {
        queues.set(QUEUE, QueueRules.NONE.lifo(true));
        rows.insertAll(
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(0)
                        .runAt("now() - interval '3 s'")
                        .source("4th"),
                TaskRow.of("probe")
                        .queue("picky")
                        .priority(0)
                        .runAt("now() - interval '2 s'")
                        .source("3rd"),
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(0)
                        .runAt("now() - interval '1 s'")
                        .source("2nd"),
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(0)
                        .runAt("now() + interval '1 h'")
                        .source("not due"),
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(-1)
                        .runAt("now() - interval '9 s'")
                        .source("1st"),
                TaskRow.of("noop").queue("picky").priority(1).runAt("now()").source("5th"));

        assertThat(claim(2)).containsExactly("1st", "2nd");
        assertThat(claim(9)).containsExactly("3rd", "4th", "5th");
    }

    @Test
    void theTopOfAStackIsFoundWithoutReadingTheBacklog() {
        queues.set(QUEUE, QueueRules.NONE.lifo(true));
        rows.insert(
                TaskRow.of("noop")
                        .queue("picky")
                        .runAt("now() - g * interval '1 s'")
                        .set("source", "g::text"),
                20_000);
        rows.asSuperuser("analyze rowmill_task");

        Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));
        AtomicInteger top = new AtomicInteger();

        long lookedUp =
                pages.leastOf(top::incrementAndGet, () -> assertThat(claim(1)).containsExactly(top.toString()));

        assertThat(lookedUp).isBetween(1L, FEW_PAGES);
    }

    @Test
    void ageingPutsOldTasksBeforeBetterPriorities() {
        queues.set(QUEUE, QueueRules.NONE.ageing(Duration.ofMinutes(10)));
        rows.insertAll(
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(3)
                        .runAt("now() - interval '35 min'")
                        .source("old"),
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(1)
                        .runAt("now() - interval '5 min'")
                        .source("young"),
                TaskRow.of("noop").queue("picky").priority(0).runAt("now()").source("urgent"),
                TaskRow.of("probe")
                        .queue("picky")
                        .priority(2)
                        .runAt("now() - interval '39 min'")
                        .source("oldest"));

        assertThat(claim(9)).containsExactly("oldest", "urgent", "old", "young");
    }

    @Test
    void withoutAgeingPrioritiesHold() {
        rows.insertAll(
                TaskRow.of("noop")
                        .queue("picky")
                        .priority(3)
                        .runAt("now() - interval '35 min'")
                        .source("old"),
                TaskRow.of("noop").queue("picky").priority(0).runAt("now()").source("urgent"));

        assertThat(claim(9)).containsExactly("urgent", "old");
    }

    @Test
    void tasksOfAPausedTypeDoNotStartAndBlockNoOtherTask() {
        rows.insert(
                TaskRow.of("noop")
                        .set("type", "case when g <= 100 then 'noop' else 'event' end")
                        .queue("picky")
                        .runAt("now() - (200 - g) * interval '1 s'")
                        .set(
                                "details",
                                "cast(case when g <= 100 then '{}' else '{\"account\": \"a\", \"name\": \"n\", \"n\": 1}' end as jsonb)"),
                110);
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
    void aClaimThatIncludesAPausedTypeDoesNotStartItsTasks() {
        rows.insertAll(
                TaskRow.of("noop").queue("picky").source("a"),
                TaskRow.of("probe").queue("picky").source("b"));
        rows.execute("insert into rowmill_queue (name, paused_types) values ('picky', '{noop}')");

        List<Claimed> claimed = claims.claim(QUEUE, TYPES, 10);

        assertThat(claimed).extracting(Claimed::type).containsExactly("probe");
    }

    /** The queue is new to the node, so the node claims no more tasks at once than it can run. */
    @Test
    void aNodeClaimsTasksInTheOrderOfTheRules() {
        rows.execute("truncate rowmill_task, rowmill_attempt"); // a claim starts tasks in the order of their rows
        queues.set("choosy", QueueRules.NONE.lifo(true).ageing(Duration.ofHours(1)));
        rows.insert(
                TaskRow.of("noop")
                        .queue("choosy")
                        .runAt("now() - g * interval '1 s'")
                        .set("source", "g::text"),
                30);

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
