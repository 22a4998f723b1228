package io.github.rowmill.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that searches that must be fast use an index. The cost is measured in pages, which do not depend on the
 * machine.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class SearchPlansTest extends EngineTest {

    /** Largest number of pages of a fast search. The table has about six thousand pages. */
    private static final long FEW_PAGES = 400;

    private static final int PAGE = 51;

    @Inject
    ReadDatabase database;

    @Inject
    TaskReader tasks;

    /** Inserts the wanted tasks before the others, so that a walk down the ids does not find them soon. */
    @BeforeEach
    void fill() {
        Pages.keepVacuumAway(rows);
        TaskRow dead = TaskRow.of("mail").queue("a").ended(TaskStatus.DEAD, "now() - interval '1 day'");
        rows.insert(
                dead.set("error", "'SocketTimeoutException: ' || g").tag("vip").set("key", "'customer-' || g"), 60);
        rows.insert(TaskRow.of("mail").queue("a").runAt("now() + interval '1 day'"), 60);
        rows.insert(
                TaskRow.of("event").queue("b").details("{\"account\": \"a-1\"}").ended(TaskStatus.COMPLETED), 200_000);
        rows.asSuperuser("vacuum analyze rowmill_task");
    }

    @AfterEach
    void empty() {
        Pages.emptyAndLetVacuum(rows);
    }

    @Test
    void searchesByIdTagAndKeyAreFast() {
        long id = rows.number("select min(id) from rowmill_task");

        assertFast(Term.of(Condition.ID, id));
        assertFast(Term.of(Condition.TAG, "vip"));
        assertFast(Term.of(Condition.KEY, "customer-7"));
    }

    @Test
    void searchesByAStateOtherThanCompletedAreFast() {
        assertFast(Term.of(TaskStatus.DEAD));
        assertFast(Term.of(TaskStatus.CANCELLED));
        assertFast(Term.of(TaskStatus.EXECUTING));
        assertFast(Term.of(TaskStatus.QUEUED));
    }

    @Test
    void searchesByTypeOrQueueAndStateAreFast() {
        for (TaskStatus status : List.of(TaskStatus.DEAD, TaskStatus.QUEUED)) {
            assertFast(Term.of(Condition.TYPE, "mail"), Term.of(status));
            assertFast(Term.of(Condition.QUEUE, "a"), Term.of(status));
        }
    }

    @Test
    void searchesByRecentCreationAreFast() {
        assertFast(Term.of(Condition.CREATED_AFTER, null, -60.0, null, -60.0));
    }

    @Test
    void searchesByErrorAreFast() {
        assertFast(Term.of(Condition.ERROR, "%timeout%"));
        assertFast(Term.of(Condition.ERROR, "%nothing like it%"));
    }

    @Test
    void searchesForRetryingTasksAmongManyDeadTasksAreFast() {
        rows.execute("""
                update rowmill_task set error = 'SocketTimeoutException' where type = 'mail' and status = 'queued';
                insert into rowmill_task (type, queue, status, finished, error)
                select 'mail', 'a', 'dead', now(), 'SocketTimeoutException: ' || g from generate_series(1, 60000) g;
                """);
        rows.asSuperuser("vacuum analyze rowmill_task");

        assertFast(Term.ofState("retrying").orElseThrow());
        assertThat(tasks.count(new TaskFilter(List.of(Term.ofState("retrying").orElseThrow()), null))
                        .number())
                .isEqualTo(60);
    }

    @Test
    void searchesByPayloadAndStateAreFast() {
        assertFast(Term.of(TaskStatus.DEAD), Term.of(Condition.PAYLOAD, "{\"account\": \"a-9\"}"));
    }

    /** Checks that a search and its count read few pages, whether they find tasks or none. */
    private void assertFast(Term... terms) {
        TaskFilter filter = new TaskFilter(List.of(terms), null);

        assertThat(pagesOf(() -> tasks.page(filter, PAGE, TaskReader.Payloads.NONE)))
                .as("a page of %s", filter)
                .isLessThan(FEW_PAGES);
        assertThat(pagesOf(() -> tasks.count(filter))).as("count of %s", filter).isLessThan(FEW_PAGES);
    }

    private long pagesOf(Runnable work) {
        return new Pages(rows, () -> database.search(sql -> sql.first(Pages.FLUSH, row -> true))).leastOf(work);
    }
}
