package io.github.rowmill.operate.admin;

import io.github.rowmill.config.Permission;
import io.github.rowmill.db.SearchTimeoutException;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureCourse;
import io.github.rowmill.feature.failure.FailurePart;
import io.github.rowmill.feature.failure.FailureReader;
import io.github.rowmill.feature.failure.FailureReader.Place;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Failures, for callers who may see the tasks that failed. */
@Singleton
public class AdminFailures {

    /** Most combinations of queue and type that are returned for a signature. */
    private static final int MAX_PARTS = 50;

    private static final int MINUTES = 60;
    private static final int HOURS = 24;

    private final Access access;
    private final FailureReader reader;
    private final TaskViews tasks;

    AdminFailures(Access access, FailureReader reader, TaskViews tasks) {
        this.access = access;
        this.reader = reader;
        this.tasks = tasks;
    }

    /**
     * Numbers of tasks with failures of one signature. A task may have several such attempts.
     *
     * @param all the tasks that are kept, whatever their status, or null if they are too many to be counted in
     *     time
     * @param dead the dead tasks among them, or null if they are too many to be counted in time
     */
    public record FailedTasks(@Nullable Count all, @Nullable Count dead) {}

    /** Counts the tasks with failures of a signature, in one queue if it is given. */
    public FailedTasks tasks(String signature, @Nullable String queue) {
        List<Term> terms = new ArrayList<>();
        terms.add(Term.of(Condition.FAILURE, signature));
        if (queue != null) {
            terms.add(Term.of(Condition.QUEUE, queue));
        }
        Count all = count(terms);
        terms.add(Term.of(TaskStatus.DEAD));
        return new FailedTasks(all, count(terms));
    }

    private @Nullable Count count(List<Term> terms) {
        try {
            return tasks.count(new TaskFilter(List.copyOf(terms), null));
        } catch (SearchTimeoutException e) {
            return null;
        }
    }

    /** Returns failures that come after a place, the latest first; of one queue or type, if they are given. */
    public List<Failure> page(@Nullable String queue, @Nullable String type, Place place, int limit) {
        return reader.page(seen(queue), type, place, limit);
    }

    /** Returns the failures of one signature, in one queue if it is given. */
    public Optional<Failure> find(String signature, @Nullable String queue) {
        return reader.find(signature, seen(queue));
    }

    /** Returns the queues and types with failures of one signature, those with the most failures first. */
    public List<FailurePart> parts(String signature) {
        return reader.parts(signature, seen(null), MAX_PARTS);
    }

    /**
     * Returns the number of failed attempts with a signature: for each minute of the last hour, or for each hour
     * of the last day.
     */
    public FailureCourse course(String signature, boolean byMinute) {
        return byMinute
                ? reader.course(signature, seen(null), Duration.ofMinutes(1), MINUTES)
                : reader.course(signature, seen(null), Duration.ofHours(1), HOURS);
    }

    /**
     * Returns the queues whose failures are read: the given queue, or all queues that the caller may see.
     *
     * @return null for all queues
     */
    private @Nullable Set<String> seen(@Nullable String queue) {
        if (queue != null) {
            access.require(Permission.VIEW, queue);
            return Set.of(queue);
        }
        access.requireSomewhere(Permission.VIEW);
        return access.queues(Permission.VIEW);
    }
}
