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
    private final TaskOptions options;

    private NewTask(String type, @Nullable Object payload, @Nullable String json, TaskOptions options) {
        this.type = type;
        this.payload = payload;
        this.json = json;
        this.options = options;
    }

    private NewTask with(Consumer<TaskOptions> change) {
        TaskOptions changed = options.copy();
        change.accept(changed);
        return new NewTask(type, payload, json, changed);
    }

    /** A task without a payload. */
    public static NewTask of(String type) {
        return new NewTask(type, null, null, new TaskOptions());
    }

    /** A task with a payload that Jackson can write; it is validated, if it has constraints. */
    public static NewTask of(String type, Object payload) {
        return new NewTask(type, payload, null, new TaskOptions());
    }

    /**
     * A task whose payload is JSON already. If this application handles the type, the JSON must fit its payload class:
     * no unknown fields, no broken constraints.
     */
    public static NewTask ofJson(String type, String json) {
        return new NewTask(type, null, json, new TaskOptions());
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
        return with(copy -> copy.run(moment, null));
    }

    /** Not before this much time has passed on the database's clock; the default is at once. Takes the place of {@code runAt}. */
    public NewTask delay(Duration time) {
        return with(copy -> copy.run(null, time));
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
     * If it has not started within this time of its enqueue, 1 ms or more, it is dead and never starts; the default is
     * that it may start at any time. A task that has started once does not expire. Takes the place of {@code expireAt}.
     */
    public NewTask expireAfter(Duration time) {
        return with(copy -> copy.expire(null, time));
    }

    /** If it has not started by this moment of the database's clock, it is dead and never starts. Takes the place of {@code expireAfter}. */
    public NewTask expireAt(Instant moment) {
        return with(copy -> copy.expire(moment, null));
    }

    /**
     * At most one task of this type holds this key at any time, 1 to 500 characters: while it is queued or executing,
     * unless {@link #uniqueWhileQueued()} or {@link #uniqueFor} says otherwise. A further one is not written: the enqueue
     * returns the one that holds the key, or does what {@link #onDuplicate} says. Takes the place of {@code uniqueBy}.
     */
    public NewTask uniqueKey(String key) {
        return with(copy -> copy.unique(key, List.of()));
    }

    /**
     * These fields of the payload's JSON are the unique key, at most 20; {@code a.b} is the field {@code b} of the object
     * {@code a}. A field that is missing is refused at enqueue, null is a value. Takes the place of {@code uniqueKey}.
     */
    public NewTask uniqueBy(String... fields) {
        return with(copy -> copy.unique(null, List.of(fields)));
    }

    /** The unique key is held until the first start only, not while the task executes or waits for a retry. A claim that no handler began is no start. */
    public NewTask uniqueWhileQueued() {
        return with(copy -> copy.hold(true, null));
    }

    /**
     * The unique key is held while the task is queued or executing, and for this time after it has ended, however it did:
     * 1 ms or more, and no longer than ended tasks are kept by {@code rowmill.retention}.
     */
    public NewTask uniqueFor(Duration afterEnd) {
        return with(copy -> copy.hold(false, afterEnd));
    }

    /** What the enqueue does if another task holds the unique key; the default is {@link OnDuplicate#KEEP}. */
    public NewTask onDuplicate(OnDuplicate what) {
        return with(copy -> copy.onDuplicate = what);
    }

    /** A duplicate throws {@link DuplicateTaskException}: short for {@code onDuplicate(REFUSE)}. */
    public NewTask refuseDuplicate() {
        return onDuplicate(OnDuplicate.REFUSE);
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

    /** The time from the enqueue to the start at most; null: none. */
    public @Nullable Duration expireAfter() {
        return options.expireAfter;
    }

    /** The moment of the start at the latest; null: none, or after a time. */
    public @Nullable Instant expireAt() {
        return options.expireAt;
    }

    /** The unique key, if it was given as such; null: none, or it is made of the payload. */
    public @Nullable String uniqueKey() {
        return options.uniqueKey;
    }

    /** The payload's fields that are the unique key; empty: none are. */
    public List<String> uniqueBy() {
        return options.uniqueBy;
    }

    /** Whether the key is held until the first start only. */
    public boolean isUniqueWhileQueued() {
        return options.uniqueWhileQueued;
    }

    /** How long the key is held after the end; null: not at all. */
    public @Nullable Duration uniqueFor() {
        return options.uniqueFor;
    }

    /** What the enqueue does if another task holds the unique key. */
    public OnDuplicate onDuplicate() {
        return options.onDuplicate;
    }
}
