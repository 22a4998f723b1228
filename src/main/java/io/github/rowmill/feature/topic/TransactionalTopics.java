package io.github.rowmill.feature.topic;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Subscription;
import io.github.rowmill.api.SubscriptionNotFoundException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskEvent.Change;
import io.github.rowmill.api.Topics;
import io.github.rowmill.engine.call.PublicCall;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.feature.topic.store.SubscriptionKey;
import io.github.rowmill.feature.topic.store.SubscriptionRows;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/**
 * The topics API for applications. A refused call does not mark the caller's transaction for rollback, because
 * nothing was written.
 */
@Singleton
@PublicCall
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalTopics implements Topics {

    private final SubscriptionRows rows;
    private final SubscriptionChecks checks;
    private final AfterCommit afterCommit;

    TransactionalTopics(SubscriptionRows rows, SubscriptionChecks checks, AfterCommit afterCommit) {
        this.rows = rows;
        this.checks = checks;
        this.afterCommit = afterCommit;
    }

    @Override
    public boolean subscribe(NewSubscription subscriber) {
        SubscriptionRows.Values values = checks.check(subscriber);
        boolean isNew = rows.createIfAbsent(values);
        if (isNew) {
            announce(values.key(), Change.CREATED);
        }
        return isNew;
    }

    @Override
    public void change(NewSubscription subscriber) {
        SubscriptionRows.Values values = checks.check(subscriber);
        require(rows.change(values), values.key());
        announce(values.key(), Change.CHANGED);
    }

    @Override
    public void pin(String topic, String type, boolean pinned) {
        SubscriptionKey key = new SubscriptionKey(topic, type);
        require(isName(key) && rows.pin(key, pinned), key);
        announce(key, pinned ? Change.PINNED : Change.UNPINNED);
    }

    @Override
    public void unsubscribe(String topic, String type) {
        SubscriptionKey key = new SubscriptionKey(topic, type);
        require(isName(key) && rows.delete(key), key);
        announce(key, Change.DELETED);
    }

    @Override
    public Optional<Subscription> find(String topic, String type) {
        SubscriptionKey key = new SubscriptionKey(topic, type);
        return isName(key) ? rows.find(key) : Optional.empty();
    }

    @Override
    public List<Subscription> subscribers(String topic) {
        return Storable.isUnstorable(topic) ? List.of() : rows.ofTopic(topic);
    }

    /** Returns whether texts can be names. A text that PostgreSQL cannot store is no name. */
    private static boolean isName(SubscriptionKey key) {
        return !Storable.isUnstorable(key.topic()) && !Storable.isUnstorable(key.type());
    }

    private static void require(boolean found, SubscriptionKey key) {
        if (!found) {
            throw new SubscriptionNotFoundException(key.topic(), key.type());
        }
    }

    private void announce(SubscriptionKey key, Change change) {
        afterCommit.fire(List.of(new TaskEvent.SubscriptionChanged(key.topic(), key.type(), change)));
    }
}
