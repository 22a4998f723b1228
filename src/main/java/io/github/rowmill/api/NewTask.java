package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A task to enqueue. Immutable: each method returns a copy with one value set. The enqueue checks all ranges.
 *
 * <p>Example: {@code NewTask.of("daily-report", report).delay(Duration.ofHours(1)).priority(5)}.
 */
public final class NewTask extends TaskOptions {

    private final @Nullable Object payload;
    private final @Nullable String json;

    private NewTask(String type, @Nullable Object payload, @Nullable String json) {
        super(type);
        this.payload = payload;
        this.json = json;
    }

    private NewTask with(Consumer<NewTask> change) {
        NewTask copy = (NewTask) copy();
        change.accept(copy);
        return copy;
    }

    /** Creates a task without a payload. */
    public static NewTask of(String type) {
        return new NewTask(type, null, null);
    }

    /** Creates a task with a payload that Jackson can write. The payload is validated if it has constraints. */
    public static NewTask of(String type, Object payload) {
        return new NewTask(type, payload, null);
    }

    /**
     * Creates a task of the type whose handler takes the payload's class. The enqueue throws
     * {@link InvalidTaskException} if no handler of the application takes it, or several do.
     */
    public static NewTask of(Object payload) {
        return new NewTask("", payload, null);
    }

    /**
     * Creates a task whose payload is JSON already. If this application handles the type, the JSON must fit its
     * payload class: no unknown fields, no broken constraints.
     */
    public static NewTask ofJson(String type, String json) {
        return new NewTask(type, null, json);
    }

    /** Sets the type's name. */
    public NewTask type(String name) {
        return with(copy -> copy.type = name);
    }

    /** Sets the queue, 1 to 200 characters; the default is the type's queue, or {@code default}. */
    public NewTask queue(String name) {
        return with(copy -> copy.queue = name);
    }

    /** Sets the priority, -32768 to 32767; a lower one runs first. The default is 0. */
    public NewTask priority(int value) {
        return with(copy -> copy.priority = value);
    }

    /** Sets the part of the queue that rules apply to, such as a customer, 1 to 200 characters; none by default. */
    public NewTask key(String name) {
        return with(copy -> copy.key = name);
    }

    /** Sets the earliest start by the database's clock; at once by default. Replaces a delay. */
    public NewTask runAt(Instant moment) {
        return with(copy -> copy.run(moment, null));
    }

    /** Sets the delay of the start by the database's clock; none by default. Replaces {@code runAt}. */
    public NewTask delay(Duration time) {
        return with(copy -> copy.run(null, time));
    }

    /** Sets the maximum number of attempts, at least 1; the default is the type's. */
    public NewTask maxAttempts(int value) {
        return with(copy -> copy.maxAttempts = value);
    }

    /** Sets the maximum execution time of an attempt, at least 1 ms; the default is the type's. */
    public NewTask timeout(Duration time) {
        return with(copy -> copy.timeout = time);
    }

    /** Sets words to find the task by, at most 20 of 1 to 100 characters. */
    public NewTask tags(String... words) {
        return with(copy -> copy.tags = List.of(words));
    }

    /** Sets the name of the enqueuing system or user, at most 200 characters. */
    public NewTask source(String name) {
        return with(copy -> copy.source = name);
    }

    /**
     * Sets the time after the enqueue, 1 ms or more, within which the task must start. Else it is dead and never
     * starts. The default is no limit. A task that has started once does not expire. Replaces {@code expireAt}.
     */
    public NewTask expireAfter(Duration time) {
        return with(copy -> copy.expire(null, time));
    }

    /** Makes the task dead if it has not started by this moment of the database. Replaces {@code expireAfter}. */
    public NewTask expireAt(Instant moment) {
        return with(copy -> copy.expire(moment, null));
    }

    /**
     * Sets the unique key, 1 to 500 characters. One queued or executing task of this type can hold it; {@link
     * #uniqueWhileQueued()} and {@link #uniqueFor} change how long. Another task is not written: the enqueue
     * returns the holder, or follows {@link #onDuplicate}. Replaces {@code uniqueBy}.
     */
    public NewTask uniqueKey(String key) {
        return with(copy -> copy.unique(key, List.of()));
    }

    /**
     * Makes the unique key from fields of the payload's JSON, at most 20; {@code a.b} is the field {@code b} of
     * the object {@code a}. A missing field is refused at enqueue; null is a value. Replaces {@code uniqueKey}.
     */
    public NewTask uniqueBy(String... fields) {
        return with(copy -> copy.unique(null, List.of(fields)));
    }

    /** Holds the unique key only until a handler begins, not while the task executes or waits for a retry. */
    public NewTask uniqueWhileQueued() {
        return with(copy -> copy.hold(true, null));
    }

    /** Holds the unique key also for this time after any end: 1 ms to the shortest {@code rowmill.retention}. */
    public NewTask uniqueFor(Duration afterEnd) {
        return with(copy -> copy.hold(false, afterEnd));
    }

    /** Sets the effect of an enqueue if another task holds the unique key; {@link OnDuplicate#KEEP} by default. */
    public NewTask onDuplicate(OnDuplicate what) {
        return with(copy -> copy.onDuplicate = what);
    }

    /** Throws {@link DuplicateTaskException} for a duplicate: short for {@code onDuplicate(REFUSE)}. */
    public NewTask refuseDuplicate() {
        return onDuplicate(OnDuplicate.REFUSE);
    }

    /** {@return the payload that was given as an object, or null} */
    public @Nullable Object payload() {
        return payload;
    }

    /** {@return the payload that was given as JSON, or null} */
    public @Nullable String json() {
        return json;
    }
}
