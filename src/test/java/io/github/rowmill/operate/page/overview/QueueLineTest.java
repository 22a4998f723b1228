package io.github.rowmill.operate.page.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.operate.figures.OverviewFigures;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueLineTest {

    private static final Count NONE = new Count(0, Count.Precision.EXACT);

    private static OverviewFigures.Standing holding(String queue, boolean allQueues) {
        QueueCount count =
                new QueueCount(queue, new Count(3, Count.Precision.EXACT), NONE, NONE, Duration.ofSeconds(1));
        return new OverviewFigures.Standing(
                new Statistics(List.of(), NONE, List.of(count), allQueues),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    private static List<String> names(OverviewFigures.Standing figures, int most) {
        return QueueLine.of(figures, List.of("done", "mail", "quiet"), most).stream()
                .map(QueueLine::name)
                .toList();
    }

    @Test
    void queuesWithTasksComeBeforeRecentlyActiveQueues() {
        assertThat(names(holding("mail", true), 12)).containsExactly("mail", "done", "quiet");
        assertThat(names(holding("mail", true), 2)).containsExactly("mail", "done");
    }

    @Test
    void ifNotAllQueuesAreCountedNoneIsShownAsEmpty() {
        assertThat(names(holding("mail", false), 12)).containsExactly("mail");
    }
}
