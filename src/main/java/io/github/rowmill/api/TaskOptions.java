package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The values of a {@link NewTask} beside its payload. Not changed after the task is made. */
final class TaskOptions implements Cloneable {

    public String type;

    // place in the queue
    public @Nullable String queue;
    public int priority;
    public @Nullable String key;

    // times and attempts
    public @Nullable Instant runAt;
    public @Nullable Duration delay;
    public @Nullable Instant expireAt;
    public @Nullable Duration expireAfter;
    public @Nullable Duration timeout;
    public @Nullable Integer maxAttempts;

    // search words
    public List<String> tags = List.of();
    public @Nullable String source;

    // uniqueness
    public @Nullable String uniqueKey;
    public List<String> uniqueBy = List.of();
    public boolean uniqueWhileQueued;
    public @Nullable Duration uniqueFor;
    public OnDuplicate onDuplicate = OnDuplicate.KEEP;

    TaskOptions(String type) {
        this.type = type;
    }

    TaskOptions with(Consumer<TaskOptions> change) {
        try {
            TaskOptions changed = (TaskOptions) clone();
            change.accept(changed);
            return changed;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sets one of two alternatives and clears the other, like the methods below. */
    void run(@Nullable Instant moment, @Nullable Duration time) {
        runAt = moment;
        delay = time;
    }

    void expire(@Nullable Instant moment, @Nullable Duration time) {
        expireAt = moment;
        expireAfter = time;
    }

    void unique(@Nullable String given, List<String> fields) {
        uniqueKey = given;
        uniqueBy = fields;
    }

    void hold(boolean whileQueued, @Nullable Duration afterEnd) {
        uniqueWhileQueued = whileQueued;
        uniqueFor = afterEnd;
    }
}
