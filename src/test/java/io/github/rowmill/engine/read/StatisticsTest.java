package io.github.rowmill.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.Side;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Pages;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.read.Count.Precision;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.engine.read.Statistics.StatusCount;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the cost of statistics does not grow with the table. It is measured in pages, which do not depend on the
 * machine.
 */
@QuarkusTest
@TestProfile(ByHand.class)
class StatisticsTest extends EngineTest {

    private static final int MANY = 300_000;

    /** Largest number of pages. The table has about ten thousand, and a walk has a few pages for each queue. */
    private static final long FEW_PAGES = 5_000;

    @Inject
    ReadDatabase database;

    @Inject
    QueueStats stats;

    @Inject
    DueTypes types;

    @BeforeEach
    void keepVacuumAway() {
        Pages.keepVacuumAway(rows);
    }

    @AfterEach
    void empty() {
        Pages.emptyAndLetVacuum(rows);
        types.othersThan(Set.of());
    }

    @Test
    void countingLooksUpFewPagesOfAnyTable() {
        insertFinished(MANY);
        insert(TaskRow.of("noop").set("queue", "'queue-' || g % 40"), MANY);
        insert(TaskRow.of("noop").set("queue", "'queue-' || g % 40").runAt("now() + interval '1 day'"), MANY);

        assertThat(pages().of(this::read)).isBetween(1L, FEW_PAGES);
    }

    @Test
    void countingLooksUpFewPagesOfAnyNumberOfQueues() {
        insert(TaskRow.of("noop").set("queue", "'queue-' || g"), 60_000);

        assertThat(pages().of(this::read)).isBetween(1L, FEW_PAGES);
        assertThat(read().allQueues()).isFalse();
    }

    @Test
    void smallNumbersAreCountedExactly() {
        insertFinished(3);
        insert(TaskRow.of("noop").queue("one").runAt("now() - interval '1 h'"), 4);
        insert(TaskRow.of("event").queue("one").runAt("now() - interval '2 h'"), 1);
        insert(TaskRow.of("noop").queue("one").runAt("now() + interval '1 h'"), 5);
        insert(TaskRow.of("noop").queue("two").runAt("now() + interval '1 h'"), 6);

        Statistics read = read();

        assertThat(states(read)).containsEntry("queued", exactly(16)).containsEntry("completed", exactly(3));
        QueueCount one = queue(read, "one");
        assertThat(List.of(one.due(), one.scheduled(), one.executing()))
                .containsExactly(exactly(5), exactly(5), exactly(0));
        assertThat(one.lag()).isBetween(Duration.ofHours(2), Duration.ofHours(3));
        assertThat(queue(read, "two").scheduled()).isEqualTo(exactly(6));
        assertThat(queue(read, "two").lag()).isZero();
        assertThat(read.allQueues()).isTrue();
    }

    @Test
    void countsOfSomeQueuesDoNotIncludeOtherQueues() {
        for (String queue : List.of("mine", "other")) {
            rows.insert(TaskRow.of("noop").queue(queue).ended(TaskStatus.DEAD), 3);
            rows.insert(TaskRow.of("noop").queue(queue).error("it failed").runAt("now() + interval '1 h'"), 2);
            rows.insert(TaskRow.of("noop")
                    .queue(queue)
                    .executing("n", "now() + interval '1 h'")
                    .started("now()"));
        }

        Statistics of = stats.read(Duration.ZERO, Set.of("mine"));

        assertThat(of.queues()).extracting(QueueCount::queue).containsExactly("mine");
        assertThat(queue(of, "mine").scheduled()).isEqualTo(exactly(2));
        assertThat(queue(of, "mine").executing()).isEqualTo(exactly(1));
        assertThat(of.retrying()).isEqualTo(exactly(2));
        assertThat(states(of))
                .containsEntry("dead", exactly(3))
                .containsEntry("cancelled", exactly(0))
                .containsEntry("waiting", exactly(0))
                .doesNotContainKeys("completed", "queued");
        assertThat(read().retrying()).isEqualTo(exactly(4));
    }

    @Test
    void largeNumbersAreEstimated() {
        insertFinished(MANY);
        insert(TaskRow.of("noop").queue("busy"), MANY);
        insert(TaskRow.of("noop").queue("other"), MANY);

        Statistics read = read();

        assertThat(states(read).get("completed")).satisfies(count -> isAbout(count, MANY));
        assertThat(states(read).get("queued")).satisfies(count -> isAbout(count, 2 * MANY));
        assertThat(queue(read, "busy").due()).satisfies(count -> isAbout(count, MANY));
    }

    @Test
    void countsAreReusedUntilTheyAreTooOld() {
        Statistics first = read();
        insert(TaskRow.of("noop").queue("late"), 1);

        assertThat(stats.read(Duration.ofHours(1))).isSameAs(first);
        assertThat(queue(read(), "late").due()).isEqualTo(exactly(1));
    }

    @Test
    void callersGetTheLastCountsWhileAnotherCallerCounts() throws Exception {
        Statistics first = read();

        try (Connection other = rows.connectAsSuperuser()) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table rowmill_task in access exclusive mode");
            CompletableFuture<Statistics> counting = Side.begin(this::read);
            await().until(() ->
                    rows.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") == 1);

            assertThat(read()).isSameAs(first);
            assertThat(counting).isNotDone();

            other.rollback();
            assertThat(counting.get(20, TimeUnit.SECONDS)).isNotSameAs(first);
        }
    }

    @Test
    void aNodeDoesNotCountWhileAnotherNodeCounts() throws Exception {
        Statistics first = read();

        try (Connection other = rows.connect()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .execute(
                            "select pg_advisory_xact_lock(hashtext('rowmill statistics'), hashtext(current_schema()))");
            assertThat(read()).isSameAs(first);
            other.rollback();
        }

        assertThat(read()).isNotSameAs(first);
    }

    @Test
    void aSearchForUnhandledTypesSkipsTasksWithAHandler() {
        insert(TaskRow.of("noop"), MANY);
        insert(TaskRow.of("nobody-handles-this").runAt("now() - interval '1 h'"), 1);

        long lookedUp = pages().leastOf(
                        () -> assertThat(types.othersThan(Set.of("noop"))).containsExactly("nobody-handles-this"));

        assertThat(lookedUp).isBetween(1L, 200L);
    }

    @Test
    void aSearchForUnhandledTypesContinuesWhereTheLastEnded() {
        insert(TaskRow.of("noop").set("queue", "'queue-' || g"), 5_000);
        insert(TaskRow.of("nobody-handles-this").queue("zz-last"), 1);

        assertThat(types.othersThan(Set.of("noop"))).isEmpty();
        assertThat(types.othersThan(Set.of("noop"))).isEmpty();
        assertThat(types.othersThan(Set.of("noop"))).containsExactly("nobody-handles-this");
        assertThat(types.othersThan(Set.of("noop"))).containsExactly("nobody-handles-this");
    }

    private Statistics read() {
        return stats.read(Duration.ZERO);
    }

    private static Map<String, Count> states(Statistics read) {
        return read.states().stream()
                .collect(Collectors.toMap(state -> state.status().column(), StatusCount::count));
    }

    private static QueueCount queue(Statistics read, String name) {
        return read.queues().stream()
                .filter(queue -> queue.queue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Count exactly(long number) {
        return new Count(number, Precision.EXACT);
    }

    private static void isAbout(Count count, long number) {
        assertThat(count.precision()).isEqualTo(Precision.ESTIMATED);
        assertThat(count.number()).isBetween(number * 8 / 10, number * 12 / 10);
    }

    private void insertFinished(int count) {
        rows.insert(TaskRow.of("noop").ended(TaskStatus.COMPLETED), count);
        rows.asSuperuser("vacuum analyze rowmill_task");
    }

    private void insert(TaskRow row, int count) {
        rows.insert(row, count);
        rows.asSuperuser("vacuum analyze rowmill_task");
    }

    private Pages pages() {
        return new Pages(rows, () -> database.snapshot(sql -> sql.first(Pages.FLUSH, row -> true)));
    }
}
