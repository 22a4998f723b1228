package io.github.rowmill.engine.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.claim.Preferences;
import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.node.Ticker;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.hibernate.JDBCException;

/**
 * What this node knows of rules that need not hold to the moment. It is read when somebody asks and some seconds have
 * passed, or a rule was changed on this node: an idle node reads nothing, and a busy one a few rows of a small table.
 */
@Singleton
class KnownRules implements Preferences {

    /** So late may another node's change be known here. */
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

    /** {@code limitsDepth}: whether any of them does. */
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

    /** Whether there is a queue that may be full. */
    boolean limitsDepth() {
        return now().limitsDepth();
    }

    /** One thread reads; others go on with what was known, but for a change that one of them may have made. */
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

    /** Outside the caller's transaction, if there is one. A database that does not answer is whoever's trouble that has work for it: what was known may still be so. */
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
