package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
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
    private final Options options;

    /** All that may be left out. Not changed once its task is made. */
    private static final class Options implements Cloneable {

        // where it waits
        private @Nullable String queue;
        private int priority;
        private @Nullable String key;

        // when it runs, and for how long
        private @Nullable Instant runAt;
        private @Nullable Duration delay;
        private @Nullable Duration timeout;
        private @Nullable Integer maxAttempts;

        // what it is found by
        private List<String> tags = List.of();
        private @Nullable String source;

        // what it may not stand beside
        private @Nullable String uniqueKey;
        private boolean refusesDuplicate;

        private Options copy() {
            try {
                return (Options) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private NewTask(String type, @Nullable Object payload, @Nullable String json, Options options) {
        this.type = type;
        this.payload = payload;
        this.json = json;
        this.options = options;
    }

    private NewTask with(Consumer<Options> change) {
        Options changed = options.copy();
        change.accept(changed);
        return new NewTask(type, payload, json, changed);
    }

    /** A task without a payload. */
    public static NewTask of(String type) {
        return new NewTask(type, null, null, new Options());
    }

    /** A task with a payload that Jackson can write; it is validated, if it has constraints. */
    public static NewTask of(String type, Object payload) {
        return new NewTask(type, payload, null, new Options());
    }

    /**
     * A task whose payload is JSON already. If this application handles the type, the JSON must fit its payload class:
     * no unknown fields, no broken constraints.
     */
    public static NewTask ofJson(String type, String json) {
        return new NewTask(type, null, json, new Options());
    }

    /** The queue, 1 to 200 characters; the default is the type's queue, or {@code default}. */
    public NewTask queue(String name) {
        return with(copy -> copy.queue = name);
    }

    /** Lower runs first, -32768 to 32767; the default is 0. */
    public NewTask priority(int value) {
        return with(copy -> copy.priority = value);
    }

    /**
     * The partition of the queue that the task belongs to, such as its customer, 1 to 200 characters; the default is none.
     * Rules of the queue may hold for each key: how many of its tasks execute at once, their order, their rate.
     */
    public NewTask key(String name) {
        return with(copy -> copy.key = name);
    }

    /** Not before this moment of the database's clock; the default is at once. Takes the place of a delay. */
    public NewTask runAt(Instant moment) {
        return with(copy -> {
            copy.runAt = moment;
            copy.delay = null;
        });
    }

    /** Not before this much time has passed on the database's clock; the default is at once. Takes the place of {@code runAt}. */
    public NewTask delay(Duration time) {
        return with(copy -> {
            copy.delay = time;
            copy.runAt = null;
        });
    }

    /** Most attempts, at least 1; the default is the type's. */
    public NewTask maxAttempts(int value) {
        return with(copy -> copy.maxAttempts = value);
    }

    /** Maximum execution time of an attempt, at least 1 ms; the default is the type's. */
    public NewTask timeout(Duration time) {
        return with(copy -> copy.timeout = time);
    }

    /** Words to find the task by, at most 20 of 1 to 100 characters. */
    public NewTask tags(String... words) {
        return with(copy -> copy.tags = List.of(words));
    }

    /** Who enqueues, at most 200 characters. */
    public NewTask source(String name) {
        return with(copy -> copy.source = name);
    }

    /**
     * At most one task of this type with this key is queued or executing at any time, 1 to 500 characters. A further
     * one is not written: the enqueue returns the live task, marked as duplicate.
     */
    public NewTask uniqueKey(String key) {
        return with(copy -> copy.uniqueKey = key);
    }

    /** A duplicate throws {@link DuplicateTaskException} instead. */
    public NewTask refuseDuplicate() {
        return with(copy -> copy.refusesDuplicate = true);
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
        return options.queue;
    }

    /** The priority. */
    public int priority() {
        return options.priority;
    }

    /** The partition; null: none. */
    public @Nullable String key() {
        return options.key;
    }

    /** The moment; null: at once or after the delay. */
    public @Nullable Instant runAt() {
        return options.runAt;
    }

    /** The delay; null: none. */
    public @Nullable Duration delay() {
        return options.delay;
    }

    /** Most attempts; null: the type's. */
    public @Nullable Integer maxAttempts() {
        return options.maxAttempts;
    }

    /** Maximum execution time; null: the type's. */
    public @Nullable Duration timeout() {
        return options.timeout;
    }

    /** The tags. */
    public List<String> tags() {
        return options.tags;
    }

    /** Who enqueues; null: not said. */
    public @Nullable String source() {
        return options.source;
    }

    /** The unique key; null: none. */
    public @Nullable String uniqueKey() {
        return options.uniqueKey;
    }

    /** Whether a duplicate is refused by an exception. */
    public boolean refusesDuplicate() {
        return options.refusesDuplicate;
    }
}
