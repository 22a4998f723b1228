package io.github.rowmill.testing;

import io.github.rowmill.task.Progress;
import io.github.rowmill.task.Task;
import java.util.List;
import java.util.stream.Collectors;

/** Tasks in the state in which {@link ManualMill#tasks()} read them, ordered by id. */
public final class TaskList {

    /** Maximum number of tasks listed in a message. */
    private static final int MAX_LISTED = 20;

    private final List<Task> tasks;
    private final Payloads payloads;

    TaskList(List<Task> tasks, Payloads payloads) {
        this.tasks = List.copyOf(tasks);
        this.payloads = payloads;
    }

    /** Returns all tasks, whatever their state. */
    public List<Task> all() {
        return tasks;
    }

    /** Returns the payload of a task as JSON, decrypted if this application has the key. */
    public String payload(Task task) {
        return payloads.of(task);
    }

    Payloads payloads() {
        return payloads;
    }

    TaskList of(List<Task> some) {
        return new TaskList(some, payloads);
    }

    /** Returns one line for each task, at most twenty. */
    @Override
    public String toString() {
        String left = tasks.size() > MAX_LISTED ? "%n  and %s more".formatted(tasks.size() - MAX_LISTED) : "";
        return tasks.stream().limit(MAX_LISTED).map(this::line).collect(Collectors.joining(System.lineSeparator()))
                + left;
    }

    private String line(Task task) {
        String keys = (task.getKey() == null ? "" : " key=" + task.getKey())
                + (task.getUniqueKey() == null ? "" : " unique=" + task.getUniqueKey())
                + (task.getTags().isEmpty() ? "" : " tags=" + task.getTags());
        Progress progress = task.getProgress();
        String share = progress == null ? "" : " progress=%s".formatted(progress.percent());
        return "  id=%s type=%s queue=%s status=%s priority=%s due=%s%s%s payload=%s"
                .formatted(
                        task.getId(),
                        task.getType(),
                        task.getQueue(),
                        task.getStatus().column(),
                        task.getPriority(),
                        task.getRunAt(),
                        keys,
                        share,
                        payloads.of(task));
    }
}
