package io.github.rowmill.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a queue in the whole cluster. Immutable: each method with a parameter returns a copy with one thing set;
 * where null is allowed, it takes the rule away.
 *
 * <p>Example: {@code QueueRules.NONE.concurrency(5).rate(Rate.of(100, Duration.ofMinutes(1)))}. All is checked by
 * {@link Queues}, at once.
 */
public final class QueueRules {

    /** No rule at all. */
    public static final QueueRules NONE = new QueueRules(new Values());

    private final Values values;

    /** Not changed once its rules are made. */
    private static final class Values implements Cloneable {

        // what starts at all
        private boolean paused;
        private Set<String> pausedTypes = Set.of();
        private @Nullable Integer depth;

        // how many at once, and how often
        private @Nullable Integer concurrency;
        private @Nullable Integer perKey;
        private @Nullable Rate rate;
        private @Nullable Rate keyRate;

        // what comes first
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
            return Arrays.asList(
                    paused,
                    pausedTypes,
                    depth,
                    concurrency,
                    perKey,
                    rate,
                    keyRate,
                    ordered,
                    blocks,
                    fair,
                    lifo,
                    ageing,
                    weight,
                    keyWeights);
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

    /** Whether none of its tasks are started; the default is false. */
    public QueueRules paused(boolean value) {
        return with(copy -> copy.paused = value);
    }

    /** Types of which no tasks of the queue are started, each of 1 to 200 characters; the default is none. */
    public QueueRules pausedTypes(Set<String> types) {
        Set<String> sorted = new TreeSet<>(types);
        return with(copy -> copy.pausedTypes = sorted);
    }

    /** Most tasks that wait, at least 1: an enqueue beyond is refused by {@link QueueFullException}; null, the default: no limit. */
    public QueueRules depth(@Nullable Integer max) {
        return with(copy -> copy.depth = max);
    }

    /** Most tasks that execute at once, at least 1; null, the default: no limit. */
    public QueueRules concurrency(@Nullable Integer max) {
        return with(copy -> copy.concurrency = max);
    }

    /** Most tasks of one {@link NewTask#key key} that execute at once, 1 to 1,000,000; null, the default: no limit. */
    public QueueRules perKey(@Nullable Integer max) {
        return with(copy -> copy.perKey = max);
    }

    /** How often a task of the queue is started; null, the default: as often as there is room. */
    public QueueRules rate(@Nullable Rate max) {
        return with(copy -> copy.rate = max);
    }

    /** How often a task of one key is started; null, the default: as often as there is room. */
    public QueueRules keyRate(@Nullable Rate max) {
        return with(copy -> copy.keyRate = max);
    }

    /**
     * Whether the tasks of a key run one after the other, in the order of priority, {@code run_at} and id, each only when the
     * one before has ended for good; the default is false. Not together with {@link #lifo} or a {@link #perKey} above 1.
     */
    public QueueRules ordered(boolean value) {
        return with(copy -> copy.ordered = value);
    }

    /** Of {@link #ordered} tasks: whether a dead one holds up those of its key behind it, until an admin retries or it is trimmed; the default is false. */
    public QueueRules blocks(boolean value) {
        return with(copy -> copy.blocks = value);
    }

    /** Whether keys take turns, so that one with many tasks does not hold up the others; the default is false. */
    public QueueRules fair(boolean value) {
        return with(copy -> copy.fair = value);
    }

    /** Whether of one type and priority the task with the latest {@code run_at} comes first, as of a stack; the default is false. */
    public QueueRules lifo(boolean value) {
        return with(copy -> copy.lifo = value);
    }

    /**
     * The time of waiting after which tasks come before those of the next better priority, 1 ms to 36,500 days: after twice
     * that, before those of the one above, and so on; null, the default: priorities hold however long a task waits.
     */
    public QueueRules ageing(@Nullable Duration time) {
        return with(copy -> copy.ageing = time);
    }

    /** The queue's share of a node's room, beside other queues with due tasks, 1 to 1000; the default is 1. */
    public QueueRules weight(int share) {
        return with(copy -> copy.weight = share);
    }

    /** Of at most 1000 keys, how many tasks each starts in a turn where keys take turns, 1 to 1000 as far as {@link #perKey} and {@link #keyRate} allow; one by default. */
    public QueueRules keyWeights(Map<String, Integer> shares) {
        Map<String, Integer> sorted = new TreeMap<>(shares);
        return with(copy -> copy.keyWeights = sorted);
    }

    /** Whether none of its tasks are started. */
    public boolean paused() {
        return values.paused;
    }

    /** Types of which no tasks are started, by name. */
    public Set<String> pausedTypes() {
        return Set.copyOf(values.pausedTypes);
    }

    /** Most tasks that wait; null: no limit. */
    public @Nullable Integer depth() {
        return values.depth;
    }

    /** Most tasks that execute at once; null: no limit. */
    public @Nullable Integer concurrency() {
        return values.concurrency;
    }

    /** Most tasks of a key that execute at once; null: no limit. */
    public @Nullable Integer perKey() {
        return values.perKey;
    }

    /** How often a task is started; null: no limit. */
    public @Nullable Rate rate() {
        return values.rate;
    }

    /** How often a task of a key is started; null: no limit. */
    public @Nullable Rate keyRate() {
        return values.keyRate;
    }

    /** Whether the tasks of a key run one after the other. */
    public boolean ordered() {
        return values.ordered;
    }

    /** Whether a dead task holds up those of its key. */
    public boolean blocks() {
        return values.blocks;
    }

    /** Whether keys take turns. */
    public boolean fair() {
        return values.fair;
    }

    /** Whether the youngest comes first. */
    public boolean lifo() {
        return values.lifo;
    }

    /** The time of waiting that counts as a priority; null: none does. */
    public @Nullable Duration ageing() {
        return values.ageing;
    }

    /** The queue's share of a node's room. */
    public int weight() {
        return values.weight;
    }

    /** The shares of keys that are not 1, by key. */
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
