package io.github.rowmill.operate.page;

import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.Statistics;
import io.github.rowmill.engine.store.read.Statistics.QueueCount;
import io.github.rowmill.engine.store.read.Statistics.StatusCount;
import io.github.rowmill.task.Task;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the page shows, as text: the template has no logic but loops. */
record Overview(List<State> states, List<Queue> queues, boolean allQueues, List<Row> tasks) {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final int MAX_ERROR = 160;

    static Overview of(Statistics statistics, List<Task> tasks) {
        return new Overview(
                statistics.states().stream().map(State::of).toList(),
                statistics.queues().stream().map(Queue::of).toList(),
                statistics.allQueues(),
                tasks.stream().map(Row::of).toList());
    }

    /** How many tasks are in a state. */
    record State(String status, String count) {

        private static State of(StatusCount count) {
            return new State(count.status().column(), text(count.count()));
        }
    }

    /** A queue's live tasks. */
    record Queue(String name, String due, String scheduled, String executing, String lag) {

        private static Queue of(QueueCount queue) {
            return new Queue(
                    queue.queue(),
                    text(queue.due()),
                    text(queue.scheduled()),
                    text(queue.executing()),
                    LagText.text(queue.lag()));
        }
    }

    /** A task. */
    record Row(
            long id,
            String type,
            String queue,
            String status,
            String attempts,
            Instant runAt,
            String runAtText,
            String error) {

        private static Row of(Task task) {
            return new Row(
                    task.getId(),
                    task.getType(),
                    task.getQueue(),
                    task.getStatus().column(),
                    task.getAttempts() + "\u2009/\u2009" + task.getMaxAttempts(),
                    task.getRunAt(),
                    MOMENT.format(task.getRunAt()),
                    firstLine(task.getError()));
        }
    }

    /** A count, with a sign of how well it is known. */
    static String text(Count count) {
        return switch (count.precision()) {
            case EXACT -> digits(count.number());
            case AT_LEAST -> digits(count.number()) + "+";
            case ESTIMATED -> "\u2248\u202F" + digits(rounded(count.number()));
        };
    }

    private static String digits(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** To two digits: more would pretend to be known. */
    private static long rounded(long estimate) {
        return BigDecimal.valueOf(estimate).round(new MathContext(2)).longValue();
    }

    private static String firstLine(@Nullable String error) {
        String line = error == null ? "" : error.lines().findFirst().orElse("");
        return line.length() <= MAX_ERROR ? line : line.substring(0, MAX_ERROR) + "…";
    }
}
