package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a {@link NewTask}: all of it but the payload. Only a copy that no caller has yet is changed. */
abstract class TaskOptions implements Cloneable {

    String type;

    // place in the queue
    @Nullable
    String queue;

    int priority;

    @Nullable
    String key;

    // times and attempts
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

    // search words
    List<String> tags = List.of();

    @Nullable
    String source;

    // uniqueness
    @Nullable
    String uniqueKey;

    List<String> uniqueBy = List.of();
    boolean uniqueWhileQueued;

    @Nullable
    Duration uniqueFor;

    OnDuplicate onDuplicate = OnDuplicate.KEEP;

    TaskOptions(String type) {
        this.type = type;
    }

    /** Returns a copy of the same class. */
    TaskOptions copy() {
        try {
            return (TaskOptions) clone();
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

    /** Returns the type's name, or an empty text if the enqueue finds it by the payload's class. */
    public String type() {
        return type;
    }

    /** {@return the queue, or null for the type's} */
    public @Nullable String queue() {
        return queue;
    }

    /** Returns the priority. */
    public int priority() {
        return priority;
    }

    /** {@return the key within the queue, or null for none} */
    public @Nullable String key() {
        return key;
    }

    /** {@return the earliest start, or null for at once or after the delay} */
    public @Nullable Instant runAt() {
        return runAt;
    }

    /** {@return the delay, or null for none} */
    public @Nullable Duration delay() {
        return delay;
    }

    /** {@return the maximum number of attempts, or null for the type's} */
    public @Nullable Integer maxAttempts() {
        return maxAttempts;
    }

    /** {@return the maximum execution time, or null for the type's} */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** Returns the tags. */
    public List<String> tags() {
        return tags;
    }

    /** {@return the name of the enqueuing system or user, or null if not set} */
    public @Nullable String source() {
        return source;
    }

    /** {@return the maximum time from the enqueue to the start, or null for none} */
    public @Nullable Duration expireAfter() {
        return expireAfter;
    }

    /** {@return the latest start, or null if there is none or it is set by a time} */
    public @Nullable Instant expireAt() {
        return expireAt;
    }

    /** {@return the unique key that was given as a text; null if none, or if it is made of the payload} */
    public @Nullable String uniqueKey() {
        return uniqueKey;
    }

    /** {@return the payload's fields that make the unique key, or an empty list if none do} */
    public List<String> uniqueBy() {
        return uniqueBy;
    }

    /** Returns whether the key is held until the first start only. */
    public boolean isUniqueWhileQueued() {
        return uniqueWhileQueued;
    }

    /** {@return the time that the key is held after the end, or null for none} */
    public @Nullable Duration uniqueFor() {
        return uniqueFor;
    }

    /** Returns the effect of an enqueue if another task holds the unique key. */
    public OnDuplicate onDuplicate() {
        return onDuplicate;
    }
}
