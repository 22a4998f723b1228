package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task to enqueue. Immutable: each method returns a copy with one thing set.
 *
 * <p>Example: {@code NewTask.of("daily-report", new DailyReport(account, day)).delay(Duration.ofHours(1)).priority(5)}.
 * Ranges are checked at enqueue, all at once.
 */
public final class NewTask {

    private final String type;
    private final @Nullable Object payload;
    private final @Nullable String json;
    private @Nullable String queue;
    private int priority;
    private @Nullable Instant runAt;
    private @Nullable Duration delay;
    private @Nullable Integer maxAttempts;
    private @Nullable Duration timeout;
    private List<String> tags = List.of();
    private @Nullable String source;
    private @Nullable String uniqueKey;
    private boolean refusesDuplicate;

    private NewTask(String type, @Nullable Object payload, @Nullable String json) {
        this.type = type;
        this.payload = payload;
        this.json = json;
    }

    private NewTask(NewTask other) {
        this(other.type, other.payload, other.json);
        queue = other.queue;
        priority = other.priority;
        runAt = other.runAt;
        delay = other.delay;
        maxAttempts = other.maxAttempts;
        timeout = other.timeout;
        tags = other.tags;
        source = other.source;
        uniqueKey = other.uniqueKey;
        refusesDuplicate = other.refusesDuplicate;
    }

    /** A task without a payload. */
    public static NewTask of(String type) {
        return new NewTask(type, null, null);
    }

    /** A task with a payload that Jackson can write; it is validated, if it has constraints. */
    public static NewTask of(String type, Object payload) {
        return new NewTask(type, payload, null);
    }

    /**
     * A task whose payload is JSON already. If this application handles the type, the JSON must fit its payload class:
     * no unknown fields, no broken constraints.
     */
    public static NewTask ofJson(String type, String json) {
        return new NewTask(type, null, json);
    }

    /** The queue, 1 to 200 characters; the default is the type's queue, or {@code default}. */
    public NewTask queue(String name) {
        NewTask copy = new NewTask(this);
        copy.queue = name;
        return copy;
    }

    /** Lower runs first, -32768 to 32767; the default is 0. */
    public NewTask priority(int value) {
        NewTask copy = new NewTask(this);
        copy.priority = value;
        return copy;
    }

    /** Not before this moment of the database's clock; the default is at once. Takes the place of a delay. */
    public NewTask runAt(Instant moment) {
        NewTask copy = new NewTask(this);
        copy.runAt = moment;
        copy.delay = null;
        return copy;
    }

    /** Not before this much time has passed on the database's clock; the default is at once. Takes the place of {@code runAt}. */
    public NewTask delay(Duration time) {
        NewTask copy = new NewTask(this);
        copy.delay = time;
        copy.runAt = null;
        return copy;
    }

    /** Most attempts, at least 1; the default is the type's. */
    public NewTask maxAttempts(int value) {
        NewTask copy = new NewTask(this);
        copy.maxAttempts = value;
        return copy;
    }

    /** Maximum execution time of an attempt, at least 1 ms; the default is the type's. */
    public NewTask timeout(Duration time) {
        NewTask copy = new NewTask(this);
        copy.timeout = time;
        return copy;
    }

    /** Words to find the task by, at most 20 of 1 to 100 characters. */
    public NewTask tags(String... words) {
        NewTask copy = new NewTask(this);
        copy.tags = List.of(words);
        return copy;
    }

    /** Who enqueues, at most 200 characters. */
    public NewTask source(String name) {
        NewTask copy = new NewTask(this);
        copy.source = name;
        return copy;
    }

    /**
     * At most one task of this type with this key is queued or executing at any time, 1 to 500 characters. A further
     * one is not written: the enqueue returns the live task, marked as duplicate.
     */
    public NewTask uniqueKey(String key) {
        NewTask copy = new NewTask(this);
        copy.uniqueKey = key;
        return copy;
    }

    /** A duplicate throws {@link DuplicateTaskException} instead. */
    public NewTask refuseDuplicate() {
        NewTask copy = new NewTask(this);
        copy.refusesDuplicate = true;
        return copy;
    }

    /** The type's name. */
    public String type() {
        return type;
    }

    /** The payload, if it was given as an object. */
    public @Nullable Object payload() {
        return payload;
    }

    /** The payload, if it was given as JSON. */
    public @Nullable String json() {
        return json;
    }

    /** The queue; null: the type's. */
    public @Nullable String queue() {
        return queue;
    }

    /** The priority. */
    public int priority() {
        return priority;
    }

    /** The moment; null: at once or after the delay. */
    public @Nullable Instant runAt() {
        return runAt;
    }

    /** The delay; null: none. */
    public @Nullable Duration delay() {
        return delay;
    }

    /** Most attempts; null: the type's. */
    public @Nullable Integer maxAttempts() {
        return maxAttempts;
    }

    /** Maximum execution time; null: the type's. */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** The tags. */
    public List<String> tags() {
        return tags;
    }

    /** Who enqueues; null: not said. */
    public @Nullable String source() {
        return source;
    }

    /** The unique key; null: none. */
    public @Nullable String uniqueKey() {
        return uniqueKey;
    }

    /** Whether a duplicate is refused by an exception. */
    public boolean refusesDuplicate() {
        return refusesDuplicate;
    }
}
