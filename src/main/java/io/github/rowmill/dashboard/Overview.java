package io.github.rowmill.dashboard;

import io.github.rowmill.store.read.QueueStats;
import io.github.rowmill.store.read.QueueStats.QueueCount;
import io.github.rowmill.store.read.QueueStats.StatusCount;
import io.github.rowmill.task.Task;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the page shows, as text: the template has no logic but loops. */
record Overview(List<Count> counts, List<Queue> queues, List<Row> tasks) {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final int LONGEST_ERROR = 160;

    static Overview of(List<StatusCount> counts, List<QueueCount> queues, List<Task> tasks) {
        return new Overview(
                counts.stream().map(Count::of).toList(),
                queues.stream().map(Queue::of).toList(),
                tasks.stream().map(Row::of).toList());
    }

    /** How many tasks are in a state. */
    record Count(String status, String count) {

        private static Count of(StatusCount count) {
            return new Count(count.status().column(), text(count.count()));
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
                    Lag.text(queue.lag()));
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

    /** A count, with the sign that it went on past the most that is counted. */
    static String text(int count) {
        String digits = String.format(Locale.ROOT, "%,d", count);
        return count < QueueStats.MOST ? digits : digits + "+";
    }

    private static String firstLine(@Nullable String error) {
        String line = error == null ? "" : error.lines().findFirst().orElse("");
        return line.length() <= LONGEST_ERROR ? line : line.substring(0, LONGEST_ERROR) + "…";
    }
}
