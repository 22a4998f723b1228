package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.store.Parking;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a queue in which one key has nearly all tasks, and may run one of them at a time. */
@QuarkusTest
@TestProfile(ByHand.class)
class FloodOfOneKeyTest extends RuledTest {

    private static final int FLOOD = 30_000;
    private static final int OTHERS = 2_000;
    private static final int ROUNDS = 12;

    /**
     * Limit of pages for a task. It takes 41, with its completion in a statement of its own. It took 109 while each
     * other key got a lane, too.
     */
    private static final int MOST_PAGES = 70;

    @Inject
    EngineDatabase database;

    @BeforeEach
    void fill() {
        Pages.keepVacuumAway(rows);
        rules("per_key = 1");
        rows.insert(
                TaskRow.of("noop")
                        .queue("turns")
                        .set("key", "case when g %% %d = 0 then 'k' || g else 'flood' end".formatted(FLOOD / OTHERS)),
                FLOOD);
        rows.asSuperuser("analyze rowmill_task"); // the statistics have no waiting tasks
    }

    @AfterEach
    void empty() {
        Pages.emptyAndLetVacuum(rows);
    }

    @Test
    void aFloodBlocksNoOtherKeyAndCostsAClaimFewPages() {
        claimAndComplete();
        Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));
        int[] ran = new int[1];

        long lookedUp = pages.of(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                ran[0] += claimAndComplete();
            }
        });

        assertThat(ran[0]).isGreaterThan(ROUNDS * 50);
        assertThat(lookedUp / ran[0]).isLessThan(MOST_PAGES);
        assertThat(rows.number("select count(*) from rowmill_lane"))
                .as("lanes: of the key of which tasks wait, and of no other")
                .isEqualTo(1);
    }

    @Test
    void atMost500TasksAreParkedAtOnce() {
        List<String> keys = IntStream.rangeClosed(1, OTHERS)
                .mapToObj(n -> "k" + n * (FLOOD / OTHERS))
                .toList();

        int parked = database.statement(sql -> Parking.parkOthers(sql, QUEUE, keys));

        assertThat(parked).isEqualTo(500);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'waiting'"))
                .isEqualTo(500);
    }

    private int claimAndComplete() {
        List<Claimed> tasks = claim(100);
        tasks.forEach(task -> end(task, Outcome.succeeded()));
        return tasks.size();
    }
}
