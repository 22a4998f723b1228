package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.claim.Preferences;
import io.github.rowmill.node.Ticker;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.hibernate.JDBCException;

/**
 * Caches rules of queues for callers that accept values a few seconds old. The rules are read on access, if they
 * are too old or a rule was changed on this node. So an idle node reads nothing, and a busy one a few rows of a
 * small table.
 */
@Singleton
class KnownRules implements Preferences {

    /** Longest delay until another node's change is seen here. */
    private static final Duration MAX_AGE = Duration.ofSeconds(5);

    private final EngineDatabase database;
    private final Ticker ticker;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Known known;
    private volatile boolean changed = true;

    KnownRules(EngineDatabase database, Ticker ticker) {
        this.database = database;
        this.ticker = ticker;
        this.known = new Known(Map.of(), false, ticker.nanos());
    }

    /**
     * The rules that were read last.
     *
     * @param limitsDepth whether any rule limits the depth of its queue
     */
    private record Known(Map<String, QueueRules> rules, boolean limitsDepth, long readAt) {}

    void onChanged(@Observes TaskEvent.RulesChanged event) {
        changed = true;
    }

    @Override
    public Preference of(String queue) {
        QueueRules rules = rules(queue);
        return rules.equals(QueueRules.NONE)
                ? Preference.NONE
                : new Preference(rules.lifo(), rules.ageing(), rules.weight(), rules.pausedTypes());
    }

    QueueRules rules(String queue) {
        return now().rules().getOrDefault(queue, QueueRules.NONE);
    }

    /** Returns whether the depth of any queue is limited. */
    boolean limitsDepth() {
        return now().limitsDepth();
    }

    /**
     * Returns the rules, read again if they are too old. A single thread reads, and the others get the old rules
     * meanwhile. After a change on this node all callers wait, because one of them may have made the change.
     */
    private Known now() {
        boolean isOld = ticker.since(known.readAt()).compareTo(MAX_AGE) > 0;
        if (changed || isOld) {
            if (changed) {
                reading.lock();
            } else if (!reading.tryLock()) {
                return known;
            }
            try {
                readIfOld();
            } finally {
                reading.unlock();
            }
        }
        return known;
    }

    private void readIfOld() {
        if (changed || ticker.since(known.readAt()).compareTo(MAX_AGE) > 0) {
            changed = false;
            known = read();
        }
    }

    /**
     * Reads the rules outside the caller's transaction, if there is one. If the database fails, the old rules are
     * kept, because they may still be valid. Callers with work for the database meet the failure themselves.
     */
    private Known read() {
        try {
            Map<String, QueueRules> rules =
                    QuarkusTransaction.suspendingExisting().call(() -> database.statement(RuleRows::preferences));
            boolean limitsDepth = rules.values().stream().anyMatch(one -> one.depth() != null);
            return new Known(rules, limitsDepth, ticker.nanos());
        } catch (JDBCException e) {
            return new Known(known.rules(), known.limitsDepth(), ticker.nanos());
        }
    }
}
