package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.call.PublicCall;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The rules API for applications. A refused call does not mark the caller's transaction for rollback, because
 * nothing was written.
 */
@Singleton
@PublicCall
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalQueues implements Queues {

    private final JoinedDatabase joined;
    private final AfterCommit afterCommit;

    TransactionalQueues(JoinedDatabase joined, AfterCommit afterCommit) {
        this.joined = joined;
        this.afterCommit = afterCommit;
    }

    @Override
    public QueueRules change(String queue, UnaryOperator<QueueRules> change) {
        return write(queue, old -> changed(old, change.apply(old.rules()))).rules();
    }

    private static Ruled changed(Ruled old, QueueRules rules) {
        RuleChecks.check(rules);
        RuleChecks.checkPauses(old.rules().pausedTypes(), rules.pausedTypes());
        boolean pins = old.declaredBy() != null && !withoutPauses(rules).equals(withoutPauses(old.rules()));
        return new Ruled(old.queue(), rules, old.pinned() || pins, old.declaredBy());
    }

    /**
     * Returns the part of the rules that configuration may declare. Pauses are left out, because a pause is a
     * user's action and survives restarts.
     */
    private static QueueRules withoutPauses(QueueRules rules) {
        return rules.paused(false).pausedTypes(Set.of());
    }

    private Ruled write(String queue, UnaryOperator<Ruled> change) {
        RuleChecks.checkQueue(queue);
        Ruled written = joined.statement(sql -> write(sql, queue, change));
        announce(queue);
        return written;
    }

    /**
     * Locks a row, changes it and writes it. If the change is refused, a row that was created for the lock is
     * deleted.
     */
    private static Ruled write(Sql sql, String queue, UnaryOperator<Ruled> change) throws SQLException {
        Ruled old = RuleRows.lock(sql, queue);
        Ruled next = old;
        try {
            next = change.apply(old);
        } finally {
            RuleRows.put(sql, next);
        }
        return next;
    }

    private void announce(String queue) {
        afterCommit.fire(List.of(new TaskEvent.RulesChanged(queue)));
    }

    @Override
    public void pauseType(String queue, String type) {
        RuleChecks.checkType(type);
        change(queue, rules -> {
            Set<String> types = new HashSet<>(rules.pausedTypes());
            types.add(type);
            return rules.pausedTypes(types);
        });
    }

    @Override
    public void resumeType(String queue, String type) {
        change(queue, rules -> {
            Set<String> types = new HashSet<>(rules.pausedTypes());
            types.remove(type);
            return rules.pausedTypes(types);
        });
    }

    @Override
    public void delete(String queue) {
        RuleChecks.checkQueue(queue);
        joined.statement(sql -> RuleRows.delete(sql, queue));
        announce(queue);
    }

    @Override
    public void pin(String queue, boolean pinned) {
        write(queue, old -> new Ruled(queue, old.rules(), pinned && old.declaredBy() != null, old.declaredBy()));
    }

    @Override
    public Optional<Ruled> find(String queue) {
        return Storable.isUnstorable(queue) ? Optional.empty() : joined.statement(sql -> RuleRows.find(sql, queue));
    }

    @Override
    public List<Blocked> blocked(String queue) {
        return Storable.isUnstorable(queue) ? List.of() : joined.statement(sql -> BlockedKeys.of(sql, queue));
    }

    @Override
    public int unblock(String queue, String key) {
        if (Storable.isUnstorable(queue) || Storable.isUnstorable(key)) {
            return 0;
        }
        int passed = joined.statement(sql -> BlockedKeys.pass(sql, queue, key));
        announce(queue);
        return passed;
    }

    @Override
    public int depth(String queue) {
        return Storable.isUnstorable(queue)
                ? 0
                : Math.min(MAX_DEPTH, joined.statement(sql -> RuleRows.waiting(sql, queue, MAX_DEPTH)));
    }

    @Override
    public List<Ruled> all() {
        return joined.statement(RuleRows::all);
    }

    /**
     * Makes the row of a queue agree with the rules that an application declares. Writes nothing if it agrees
     * already.
     */
    void declare(String queue, QueueRules declared, String application) {
        Ruled now = find(queue).orElseGet(() -> new Ruled(queue, QueueRules.NONE, false, null));
        if (!declared(now, declared, application).equals(now)) {
            write(queue, old -> declared(old, declared, application));
        }
    }

    /** Returns the row after a declaration. Rules that were made by hand stay unchanged, as pinned rules do. */
    private static Ruled declared(Ruled old, QueueRules declared, String application) {
        boolean byHand = old.declaredBy() == null && !withoutPauses(old.rules()).equals(QueueRules.NONE);
        if (old.pinned() || byHand) {
            return old;
        }
        QueueRules rules =
                declared.paused(old.rules().paused()).pausedTypes(old.rules().pausedTypes());
        return new Ruled(old.queue(), rules, false, application);
    }

    /** Returns the queues whose rules an application declared, except those in {@code declared}. */
    List<String> undeclared(String application, Collection<String> declared) {
        return joined.statement(sql -> RuleRows.undeclared(sql, application, declared));
    }
}
