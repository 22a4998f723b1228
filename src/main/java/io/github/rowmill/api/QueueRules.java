package io.github.rowmill.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rules of a queue in the whole cluster. Immutable: each method with a parameter returns a copy with one rule set.
 * If null is allowed, null is the default and removes the rule. {@link Queues} checks all rules at once.
 *
 * <p>Example: {@code QueueRules.NONE.concurrency(5).rate(Rate.of(100, Duration.ofMinutes(1)))}.
 */
public final class QueueRules {

    /** Rules of a queue without any. */
    public static final QueueRules NONE = new QueueRules(new Values());

    private final Values values;

    /** Values of the rules; not changed after construction. */
    private static final class Values implements Cloneable {

        // starts and waiting tasks
        private boolean paused;
        private Set<String> pausedTypes = Set.of();
        private @Nullable Integer depth;

        // limits and rates
        private @Nullable Integer concurrency;
        private @Nullable Integer perKey;
        private @Nullable Rate rate;
        private @Nullable Rate keyRate;

        // order and shares
        private boolean ordered;
        private boolean blocks;
        private boolean fair;
        private boolean lifo;
        private @Nullable Duration ageing;
        private int weight = 1;
        private Map<String, Integer> keyWeights = Map.of();

        private Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        private List<@Nullable Object> all() {
            List<@Nullable Object> all = new ArrayList<>(Arrays.asList(paused, pausedTypes, depth));
            all.addAll(Arrays.asList(concurrency, perKey, rate, keyRate));
            all.addAll(Arrays.asList(ordered, blocks, fair, lifo, ageing, weight, keyWeights));
            return all;
        }
    }

    private QueueRules(Values values) {
        this.values = values;
    }

    private QueueRules with(Consumer<Values> change) {
        Values changed = values.copy();
        change.accept(changed);
        return new QueueRules(changed);
    }

    /** Sets whether no task of the queue starts; the default is false. */
    public QueueRules paused(boolean value) {
        return with(copy -> copy.paused = value);
    }

    /** Sets the types whose tasks do not start in this queue, each of 1 to 200 characters; by default none. */
    public QueueRules pausedTypes(Set<String> types) {
        Set<String> sorted = new TreeSet<>(types);
        return with(copy -> copy.pausedTypes = sorted);
    }

    /** Limits the tasks that wait, at least 1. A further enqueue throws {@link QueueFullException}. */
    public QueueRules depth(@Nullable Integer max) {
        return with(copy -> copy.depth = max);
    }

    /** Limits the tasks that execute at once, at least 1. */
    public QueueRules concurrency(@Nullable Integer max) {
        return with(copy -> copy.concurrency = max);
    }

    /** Limits the tasks of one {@link NewTask#key key} that execute at once, 1 to 1,000,000. */
    public QueueRules perKey(@Nullable Integer max) {
        return with(copy -> copy.perKey = max);
    }

    /** Limits the rate at which tasks of the queue start. */
    public QueueRules rate(@Nullable Rate max) {
        return with(copy -> copy.rate = max);
    }

    /** Limits the rate at which tasks of one key start. */
    public QueueRules keyRate(@Nullable Rate max) {
        return with(copy -> copy.keyRate = max);
    }

    /**
     * Sets whether the tasks of a key run one after the other, by priority, {@code run_at} and id; by default
     * false. A task waits for the final end of the one before. Excludes {@link #lifo} and a {@link #perKey} above
     * 1.
     */
    public QueueRules ordered(boolean value) {
        return with(copy -> copy.ordered = value);
    }

    /** Sets whether a dead task blocks its key until retried or trimmed, if {@link #ordered}; by default false. */
    public QueueRules blocks(boolean value) {
        return with(copy -> copy.blocks = value);
    }

    /** Sets whether keys take turns, so that a key with many tasks does not delay others; by default false. */
    public QueueRules fair(boolean value) {
        return with(copy -> copy.fair = value);
    }

    /** Sets whether the latest {@code run_at} of a type and priority comes first (a stack); by default false. */
    public QueueRules lifo(boolean value) {
        return with(copy -> copy.lifo = value);
    }

    /** Sets the waiting time that gains a task one priority, twice the time two, etc.; 1 ms to 36,500 days. */
    public QueueRules ageing(@Nullable Duration time) {
        return with(copy -> copy.ageing = time);
    }

    /** Sets the queue's share of a node's free capacity among queues with due tasks, 1 to 1000; by default 1. */
    public QueueRules weight(int share) {
        return with(copy -> copy.weight = share);
    }

    /**
     * Sets the tasks that each of at most 1000 keys starts in its turn, if keys take turns; one by default. The
     * number is 1 to 1000 within {@link #perKey} and {@link #keyRate}.
     */
    public QueueRules keyWeights(Map<String, Integer> shares) {
        Map<String, Integer> sorted = new TreeMap<>(shares);
        return with(copy -> copy.keyWeights = sorted);
    }

    /** Returns whether no task of the queue starts. */
    public boolean paused() {
        return values.paused;
    }

    /** Returns the types whose tasks do not start. */
    public Set<String> pausedTypes() {
        return Set.copyOf(values.pausedTypes);
    }

    /** {@return the maximum number of tasks that wait, or null for no limit} */
    public @Nullable Integer depth() {
        return values.depth;
    }

    /** {@return the maximum number of tasks that execute at once, or null for no limit} */
    public @Nullable Integer concurrency() {
        return values.concurrency;
    }

    /** {@return the maximum number of tasks of a key that execute at once, or null for no limit} */
    public @Nullable Integer perKey() {
        return values.perKey;
    }

    /** {@return the maximum rate at which tasks start, or null for no limit} */
    public @Nullable Rate rate() {
        return values.rate;
    }

    /** {@return the maximum rate at which tasks of a key start, or null for no limit} */
    public @Nullable Rate keyRate() {
        return values.keyRate;
    }

    /** Returns whether the tasks of a key run one after the other. */
    public boolean ordered() {
        return values.ordered;
    }

    /** Returns whether a dead task blocks its key. */
    public boolean blocks() {
        return values.blocks;
    }

    /** Returns whether keys take turns. */
    public boolean fair() {
        return values.fair;
    }

    /** Returns whether the latest {@code run_at} comes first. */
    public boolean lifo() {
        return values.lifo;
    }

    /** {@return the waiting time that counts as one step of priority, or null if waiting does not count} */
    public @Nullable Duration ageing() {
        return values.ageing;
    }

    /** Returns the queue's share of a node's free capacity. */
    public int weight() {
        return values.weight;
    }

    /** Returns the shares of keys, by key; a key that is not listed has 1. */
    public Map<String, Integer> keyWeights() {
        return Map.copyOf(values.keyWeights);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QueueRules rules && values.all().equals(rules.values.all());
    }

    @Override
    public int hashCode() {
        return values.all().hashCode();
    }

    @Override
    public String toString() {
        return "QueueRules" + values.all();
    }
}
