package io.github.rowmill.feature.rule.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.feature.rule.RuledTest;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a queue whose keys are ordered, with many dead tasks that the statistics do not have. */
@QuarkusTest
@TestProfile(ByHand.class)
class DeadBesideOrderedKeysTest extends RuledTest {

    private static final int KEYS = 1_000;
    private static final int DEAD = 10_000;
    private static final int ROUNDS = 5;

    /**
     * Limit of pages for a task. It takes 36, with completions in statements of their own. It took 320 while the dead
     * tasks of each key were searched among all dead tasks.
     */
    private static final int MOST_PAGES = 100;

    @Inject
    EngineDatabase database;

    @BeforeEach
    void fill() {
        Pages.keepVacuumAway(rows);
        rows.insert(TaskRow.of("noop").queue("turns").set("key", "'k' || g"), KEYS);
        rows.asSuperuser("analyze rowmill_task");
    }

    @AfterEach
    void empty() {
        Pages.emptyAndLetVacuum(rows);
    }

    private void die(String queue, String key) {
        rows.insert(TaskRow.of("noop").queue(queue).key(key).ended(TaskStatus.DEAD), DEAD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"turns", "others"})
    void aClaimDoesNotReadDeadTasksOfOtherKeys(String queue) {
        rules("ordered = true, blocks = true");
        claimAndComplete();
        die(queue, "dead");

        assertThat(pagesOfATask()).isLessThan(MOST_PAGES);
    }

    @Test
    void aClaimDoesNotReadDeadTasksThatBlockNoKey() {
        rules("ordered = true");
        claimAndComplete();
        die("turns", "k" + KEYS);

        assertThat(pagesOfATask()).isLessThan(MOST_PAGES);
        assertThat(claim(KEYS)).extracting(Claimed::key).contains("k" + KEYS);
    }

    private long pagesOfATask() {
        Pages pages = new Pages(rows, () -> database.statement(sql -> sql.first(Pages.FLUSH, row -> true)));
        int[] ran = new int[1];
        long lookedUp = pages.of(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                ran[0] += claimAndComplete();
            }
        });
        assertThat(ran[0]).isEqualTo(ROUNDS * 100);
        return lookedUp / ran[0];
    }

    private int claimAndComplete() {
        List<Claimed> tasks = claim(100);
        tasks.forEach(task -> end(task, Outcome.succeeded()));
        return tasks.size();
    }
}
