package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that rows that this node cannot run cost its claims almost nothing, however many there may be. The cost is
 * measured in pages, which do not depend on the machine.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class UnrunnableRowsTest extends EngineTest {

    private static final int MANY = 300_000;

    /**
     * Largest cost of a claim of one task with the look at its queue. It is twice what they take with new plans, and a
     * fiftieth of a walk over the rows.
     */
    private static final long FEW_PAGES = 400;

    @Inject
    Claimer claimer;

    @Inject
    EngineDatabase database;

    @Inject
    Heard heard;

    @BeforeEach
    void listen() {
        rows.execute("delete from rowmill_queue");
        mill.runOnce(); // keys that have come free in other tests are looked at
        heard.clear();
    }

    @BeforeEach
    void keepVacuumAway() {
        Pages.keepVacuumAway(rows);
    }

    @AfterEach
    void empty() {
        Pages.emptyAndLetVacuum(rows);
    }

    @Test
    void dueRowsWithoutAHandlerCostAClaimFewPages() {
        insert(TaskRow.of("nobody-handles-this").runAt("now() - interval '1 h'"), MANY);

        assertRoundsLookUpFewPages();
    }

    @Test
    void rowsThatAreDueLaterCostAClaimFewPages() {
        insert(TaskRow.of("noop").priority(-1).runAt("now() + interval '1 h'"), MANY);

        assertRoundsLookUpFewPages();
    }

    @Test
    void queuesWithNothingDueAreNotVisited() {
        insert(TaskRow.of("noop").set("queue", "'queue-' || g").runAt("now() + interval '1 day'"), 20_000);

        assertThat(mill.runOnce()).isZero();
        assertThat(heard.of(TaskEvent.Claimed.class)).isEmpty();

        rows.execute("update rowmill_task set run_at = now() where queue = 'queue-17000'");
        assertThat(mill.runOnce()).isEqualTo(1);
        assertThat(heard.of(TaskEvent.Claimed.class)).hasSize(1);
    }

    @Test
    void aRoundShowsASignOfLifeForEachQueue() {
        insert(TaskRow.of("noop").set("queue", "'queue-' || g"), 4);
        List<Duration> silences = new ArrayList<>();
        List<Long> moments = new ArrayList<>();
        heard.whenever(TaskEvent.Claimed.class, claimed -> {
            silences.add(claimer.pulse().silence());
            moments.add(System.nanoTime());
        });

        assertThat(mill.runOnce()).isEqualTo(4);

        for (int i = 1; i < moments.size(); i++) {
            assertThat(silences.get(i)).isLessThan(Duration.ofNanos(moments.get(i) - moments.get(i - 1)));
        }
    }

    private void insert(TaskRow row, int count) {
        rows.insert(row, count);
        rows.asSuperuser("vacuum analyze rowmill_task");
    }

    private void assertRoundsLookUpFewPages() {
        Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));

        long ofOne = pages.leastOf(
                () -> queue.enqueue(NewTask.of("noop")),
                () -> assertThat(mill.runOnce()).isEqualTo(1));
        long ofNone = pages.leastOf(() -> assertThat(mill.runOnce()).isZero());

        assertThat(ofOne).isBetween(1L, FEW_PAGES);
        assertThat(ofNone).isBetween(1L, FEW_PAGES);
    }
}
