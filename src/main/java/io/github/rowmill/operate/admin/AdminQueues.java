package io.github.rowmill.operate.admin;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.rule.RuleReader;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.OneReadPerCaller;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Operations on queues. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminQueues {

    /** Most queues on a page. */
    public static final int MAX = 1_000;

    /** Queues that may have rules by what operators do. */
    private static final int MAX_RULED = 10_000;

    private final Access access;
    private final Audit audit;
    private final Queues queues;
    private final RuleReader reader;

    AdminQueues(Access access, Audit audit, Queues queues, RuleReader reader) {
        this.access = access;
        this.audit = audit;
        this.queues = queues;
        this.reader = reader;
    }

    /** Returns the first queues by name that have rules and that the caller may see. */
    @Transactional(Transactional.TxType.NEVER)
    public Page<Queues.Ruled> first() {
        return page("", MAX);
    }

    /** Returns the queues after a name that have rules and that the caller may see. */
    @Transactional(Transactional.TxType.NEVER)
    public Page<Queues.Ruled> page(String after, int limit) {
        access.requireSomewhere(Permission.VIEW);
        return reader.page(after, access.queues(Permission.VIEW), limit);
    }

    /**
     * Returns the rules of a queue.
     *
     * @return empty if the queue has no rules
     */
    @OneReadPerCaller
    public Optional<Queues.Ruled> find(String queue) {
        access.require(Permission.VIEW, queue);
        return queues.find(queue);
    }

    /**
     * Returns the rules of a queue as far as the caller may see them. A caller with permissions for {@code type}
     * alone sees only whether this type is paused.
     *
     * @return empty if the queue has no rules
     */
    public Optional<Queues.Ruled> find(String queue, @Nullable String type) {
        if (type == null || access.may(Permission.VIEW, queue, null)) {
            return find(queue);
        }
        access.requireOf(Permission.VIEW, queue, type);
        return queues.find(queue)
                .map(ruled -> ruled.rules().pausedTypes().contains(type) ? Set.of(type) : Set.<String>of())
                .map(paused -> new Queues.Ruled(queue, QueueRules.NONE.pausedTypes(paused), false, null));
    }

    public void set(String queue, QueueRules rules) {
        rule(Action.SET_RULES, queue, all -> all.set(queue, rules));
    }

    /** Changes the rules of a queue. No other transaction changes them meanwhile. */
    public void change(String queue, UnaryOperator<QueueRules> change) {
        rule(Action.SET_RULES, queue, all -> all.change(queue, change));
    }

    public void delete(String queue) {
        rule(Action.DELETE_RULES, queue, all -> all.delete(queue));
    }

    public void limit(String queue, @Nullable Integer concurrency) {
        rule(Action.LIMIT, queue, all -> all.change(queue, rules -> rules.concurrency(concurrency)));
    }

    /** Sets whether configuration leaves the rules of the queue alone. */
    public void pin(String queue, boolean pinned) {
        rule(pinned ? Action.PIN : Action.UNPIN, queue, all -> all.pin(queue, pinned));
    }

    /** Pauses the queue, or one type in it: no more of its tasks start. */
    public void pause(String queue, @Nullable String type) {
        access.requireOf(Permission.OPERATE, queue, type);
        change(Action.PAUSE, queue, all -> {
            if (type == null) {
                all.pause(queue);
            } else {
                all.pauseType(queue, type);
            }
        });
    }

    public void resume(String queue, @Nullable String type) {
        access.requireOf(Permission.OPERATE, queue, type);
        change(Action.RESUME, queue, all -> {
            if (type == null) {
                all.resume(queue);
            } else {
                all.resumeType(queue, type);
            }
        });
    }

    /** Counts the waiting tasks, as {@link Queues#depth} does. */
    @OneReadPerCaller
    public int depth(String queue) {
        access.require(Permission.VIEW, queue);
        return queues.depth(queue);
    }

    /** Returns the dead tasks that block their keys. */
    @OneReadPerCaller
    public List<Queues.Blocked> blocked(String queue) {
        access.require(Permission.VIEW, queue);
        return queues.blocked(queue);
    }

    /** Releases a key from the dead tasks that block it, and returns their number. They stay dead. */
    public int unblock(String queue, String key) {
        access.require(Permission.OPERATE, queue);
        int passed = queues.unblock(queue, key);
        if (passed > 0) {
            audit.write(
                    Action.UNBLOCK, new Target(Target.QUEUE, queue), Map.of(), Map.of("key", key, "passed", passed));
        }
        return passed;
    }

    private void rule(Action action, String queue, Consumer<Queues> verb) {
        access.require(Permission.ADMIN, queue);
        change(action, queue, verb);
    }

    /** On record is what it changes, so that many small changes of long rules do not fill the table. */
    private void change(Action action, String queue, Consumer<Queues> verb) {
        Map<String, Object> before = state(queue);
        if (before.isEmpty()) {
            requireRoom();
        }
        verb.accept(queues);
        Map<String, Object> after = state(queue);
        if (!after.equals(before)) {
            Target target = new Target(Target.QUEUE, queue);
            audit.write(action, target, RulesRecord.less(before, after), RulesRecord.less(after, before));
        }
    }

    /** Any name may be a queue's, and the nodes read all rules again and again. */
    private void requireRoom() {
        if (reader.hasAtLeast(MAX_RULED)) {
            String message = "%s queues have rules, which is the most; delete the rules of some".formatted(MAX_RULED);
            throw new InvalidRuleException(List.of(new Violation("queue", message)));
        }
    }

    private Map<String, Object> state(String queue) {
        return queues.find(queue)
                .map(ruled -> RulesRecord.of(ruled.rules(), ruled.pinned()))
                .orElse(Map.of());
    }
}
