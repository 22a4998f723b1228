package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that may be left out of a {@link NewTask}. Not changed once its task is made. */
final class TaskOptions implements Cloneable {

    // where it waits
    @Nullable
    String queue;

    int priority;

    @Nullable
    String key;

    // when it runs, and for how long
    @Nullable
    Instant runAt;

    @Nullable
    Duration delay;

    @Nullable
    Instant expireAt;

    @Nullable
    Duration expireAfter;

    @Nullable
    Duration timeout;

    @Nullable
    Integer maxAttempts;

    // what it is found by
    List<String> tags = List.of();

    @Nullable
    String source;

    // what it may not stand beside
    @Nullable
    String uniqueKey;

    List<String> uniqueBy = List.of();
    boolean uniqueWhileQueued;

    @Nullable
    Duration uniqueFor;

    OnDuplicate onDuplicate = OnDuplicate.KEEP;

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
