package io.github.rowmill.operate.admin;

import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.failure.Failure;
import io.github.rowmill.engine.failure.FailureCourse;
import io.github.rowmill.engine.failure.FailurePart;
import io.github.rowmill.engine.failure.FailureReader;
import io.github.rowmill.engine.failure.FailureReader.Place;
import io.github.rowmill.engine.store.loop.SearchTimeoutException;
import io.github.rowmill.engine.store.read.Condition;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.engine.store.read.Term;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Failures for those who may see the tasks that failed. */
@Singleton
public class AdminFailures {

    /** As many types and queues as one looks at. */
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
     * How many tasks failed so: an attempt is one of several that a task may have.
     *
     * @param all those that are kept, whatever became of them; null: they are too many to be counted in time
     * @param dead those of them that are dead; null as well
     */
    public record FailedTasks(@Nullable Count all, @Nullable Count dead) {}

    /** Counts the tasks that failed with a signature; of one queue, if it is given. */
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

    /** Failures behind a place, the latest first; of one queue or type, if they are given. */
    public List<Failure> page(@Nullable String queue, @Nullable String type, Place place, int limit) {
        return reader.page(seen(queue), type, place, limit);
    }

    /** The failures of one signature; of one queue, if it is given. */
    public Optional<Failure> find(String signature, @Nullable String queue) {
        return reader.find(signature, seen(queue));
    }

    /** Where failures of one signature happen, the most frequent first. */
    public List<FailurePart> parts(String signature) {
        return reader.parts(signature, seen(null), MAX_PARTS);
    }

    /** How often attempts failed so: by the minute of the last hour, or by the hour of the last day. */
    public FailureCourse course(String signature, boolean byMinute) {
        return byMinute
                ? reader.course(signature, seen(null), Duration.ofMinutes(1), MINUTES)
                : reader.course(signature, seen(null), Duration.ofHours(1), HOURS);
    }

    /** The queues whose failures the caller may see of those it asks for; null: all. */
    private @Nullable Set<String> seen(@Nullable String queue) {
        if (queue != null) {
            access.require(Permission.VIEW, queue);
            return Set.of(queue);
        }
        access.requireSomewhere(Permission.VIEW);
        return access.queues(Permission.VIEW);
    }
}
