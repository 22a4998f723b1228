package io.github.rowmill.operate.page.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.engine.read.Statistics.StatusCount;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.NodeCounts;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverviewSentencesTest {

    private static final Instant NOW = Instant.parse("2026-11-19T03:12:08Z");
    private static final Times TIMES = new Times(NOW, ZoneOffset.UTC);

    private final List<QueueCount> queues = new ArrayList<>();
    private final List<Ruled> rules = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>(List.of(node("shop-0", Node.State.UP, 0)));
    private List<String> unhandled = List.of();
    private int completed = 1;

    private static Count exactly(long number) {
        return new Count(number, Count.Precision.EXACT);
    }

    private static Node node(String name, Node.State state, int holds) {
        Instant beat = NOW.minusSeconds(state == Node.State.UP ? 2 : 42);
        return new Node(
                name, state, "host", "shop", "1.0", NOW, beat, null, 10, 0, 0, null, List.of("event"), holds, 0);
    }

    private void due(String queue, long tasks, Duration lag) {
        queues.add(new QueueCount(queue, exactly(tasks), exactly(0), exactly(0), lag));
    }

    private static Failure failure(String type, long count, Duration since, Duration ago) {
        return new Failure(
                "9f0c1a77be52d310",
                "java.lang.NullPointerException",
                "shop.TaxRule.of",
                "",
                count,
                NOW.minus(since),
                NOW.minus(ago),
                List.of(type),
                1);
    }

    private List<Note> notes() {
        List<StatusCount> states = Arrays.stream(TaskStatus.values())
                .map(status -> new StatusCount(status, exactly(status == TaskStatus.COMPLETED ? completed : 0)))
                .toList();
        OverviewFigures.Standing standing = new OverviewFigures.Standing(
                new Statistics(states, exactly(0), queues, true), rules, failures, List.of(), nodes, counts());
        return OverviewSentences.of(standing, unhandled, TIMES);
    }

    private NodeCounts counts() {
        int up = (int)
                nodes.stream().filter(node -> node.state() == Node.State.UP).count();
        return new NodeCounts(up, 0, 0, 0, 1, up == 0 ? Map.of() : Map.of("event", up));
    }

    private List<String> headings() {
        return notes().stream().map(Note::heading).toList();
    }

    @Test
    void aNewTableHasNothingToDo() {
        completed = 0;

        assertThat(headings()).containsExactly("Nothing to do yet");
    }

    @Test
    void ifNothingIsWrongAllIsWell() {
        due("default", 31, Duration.ofMillis(400));

        assertThat(notes())
                .containsExactly(new Note(
                        "good", "ok", "All is well", "1 node is up. The longest wait, in default, is 0.4 s.", ""));
    }

    @Test
    void aQueueWhoseOldestTaskWaitsForMoreThanAMinuteIsBehind() {
        due("default", 31, Duration.ofMinutes(1));
        due("mail", 18_000, Duration.ofSeconds(728));

        assertThat(notes().get(0).heading()).isEqualTo("mail is behind");
        assertThat(notes().get(0).why()).isEqualTo("18,000 tasks are due there, the oldest for 12 min 8 s.");
        assertThat(notes()).hasSize(1);
    }

    @Test
    void aPausedQueueIsPausedAndNotBehind() {
        due("archive", 806, Duration.ofHours(5));
        rules.add(new Ruled("archive", QueueRules.NONE.paused(true), false, null));

        assertThat(headings()).containsExactly("archive is paused");
    }

    @Test
    void theSentenceThatNoNodeIsUpComesFirst() {
        due("mail", 3, Duration.ofMinutes(5));
        nodes.clear();

        assertThat(headings()).containsExactly("No node is up", "mail is behind");
    }

    @Test
    void aLostNodeIsShownOnlyIfItHoldsTasks() {
        nodes.add(node("shop-1", Node.State.LOST, 3));
        nodes.add(node("shop-2", Node.State.LOST, 0));

        assertThat(headings()).containsExactly("shop-1 is lost");
    }

    @Test
    void onlyAFrequentAndRecentNewFailureIsShown() {
        failures.add(failure("invoice", 54, Duration.ofMinutes(19), Duration.ofSeconds(41)));
        failures.add(failure("order", 4, Duration.ofMinutes(19), Duration.ofSeconds(41)));
        failures.add(failure("export", 54, Duration.ofDays(6), Duration.ofSeconds(41)));
        failures.add(failure("import", 54, Duration.ofHours(9), Duration.ofHours(2)));

        assertThat(headings()).containsExactly("invoice fails in a new way");
        assertThat(notes().get(0).why()).isEqualTo("NullPointerException at TaxRule.of, 54 attempts since 02:53.");
    }

    @Test
    void aDueTypeThatNoNodeHandlesIsShown() {
        unhandled = List.of("price-import", "event");

        assertThat(headings()).containsExactly("No node handles price-import");
    }

    @Test
    void atMostFiveSentencesAreShownTheWorstFirst() {
        due("archive", 806, Duration.ofHours(5));
        rules.add(new Ruled("archive", QueueRules.NONE.paused(true), false, null));
        due("a", 1, Duration.ofMinutes(2));
        due("b", 1, Duration.ofMinutes(3));
        failures.add(failure("invoice", 54, Duration.ofMinutes(19), Duration.ofSeconds(41)));
        unhandled = List.of("price-import", "order-export");

        assertThat(headings())
                .containsExactly(
                        "b is behind",
                        "a is behind",
                        "invoice fails in a new way",
                        "No node handles price-import",
                        "No node handles order-export");
    }
}
