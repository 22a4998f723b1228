package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that may be left out of a {@link NewTask}. Not changed once its task is made. */
final class TaskOptions implements Cloneable {

    // where it waits
    public @Nullable String queue;
    public int priority;
    public @Nullable String key;

    // when it runs, and for how long
    public @Nullable Instant runAt;
    public @Nullable Duration delay;
    public @Nullable Instant expireAt;
    public @Nullable Duration expireAfter;
    public @Nullable Duration timeout;
    public @Nullable Integer maxAttempts;

    // what it is found by
    public List<String> tags = List.of();
    public @Nullable String source;

    // what it may not stand beside
    public @Nullable String uniqueKey;
    public List<String> uniqueBy = List.of();
    public boolean uniqueWhileQueued;
    public @Nullable Duration uniqueFor;
    public OnDuplicate onDuplicate = OnDuplicate.KEEP;

    TaskOptions copy() {
        try {
            return (TaskOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** The one or the other, as with the following. */
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
