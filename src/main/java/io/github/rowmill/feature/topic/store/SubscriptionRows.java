package io.github.rowmill.feature.topic.store;

import io.github.rowmill.api.Subscription;
import io.github.rowmill.db.JoinedDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes subscribers for users and code, in the caller's transaction if there is one. A method that
 * returns false changed no row.
 */
@ApplicationScoped
@Transactional
public class SubscriptionRows {

    private final JoinedDatabase joined;

    SubscriptionRows(JoinedDatabase joined) {
        this.joined = joined;
    }

    /** The values of a subscriber that its tasks get. */
    public record Values(SubscriptionKey key, String queue, int maxAttempts) {}

    private static final String CREATE = """
            insert into rowmill_subscription (topic, type, queue, max_attempts)
            values (?, ?, ?, ?)
                on conflict (topic, type) do nothing
            """;

    /** Adds a subscriber, unless the topic has one of this type. */
    public boolean createIfAbsent(Values values) {
        return run(CREATE, values.key().topic(), values.key().type(), values.queue(), values.maxAttempts());
    }

    private static final String CHANGE = """
            update rowmill_subscription
               set queue = ?,
                   max_attempts = ?,
                   pinned = pinned or declared_by is not null
             where topic = ?
               and type = ?
            """;

    /** Changes a subscriber, and pins it if code declares it. */
    public boolean change(Values values) {
        return run(
                CHANGE,
                values.queue(),
                values.maxAttempts(),
                values.key().topic(),
                values.key().type());
    }

    // A subscriber that was added by hand is left unchanged, as a pinned one is.
    private static final String DECLARE = """
            insert into rowmill_subscription as s (topic, type, queue, max_attempts, declared_by)
            values (?, ?, ?, ?, ?)
                on conflict (topic, type)
                do update
               set (queue, max_attempts, declared_by, handled)
                 = (excluded.queue, excluded.max_attempts, excluded.declared_by, excluded.handled)
             where not s.pinned
               and s.declared_by is not null
               and (s.queue, s.max_attempts, s.declared_by)
                   is distinct from (excluded.queue, excluded.max_attempts, excluded.declared_by)
            """;

    /**
     * Makes the row of a subscriber agree with its declaration in an application's code. Returns false if it agreed
     * before, or must not be changed.
     */
    public boolean declare(Values values, String application) {
        return run(
                DECLARE, values.key().topic(), values.key().type(), values.queue(), values.maxAttempts(), application);
    }

    private static final String UNDECLARED = """
            select s.topic, s.type
              from rowmill_subscription s
             where s.declared_by = ?
               and not exists (
                   select 1
                     from unnest(cast(? as text[]), cast(? as text[])) as d (topic, type)
                    where d.topic = s.topic
                      and d.type = s.type)
             order by s.topic, s.type
            """;

    /** Returns the subscribers that an application's code declared, except those in {@code declared}. */
    public List<SubscriptionKey> undeclared(String application, Collection<SubscriptionKey> declared) {
        return joined.statement(sql -> sql.all(
                UNDECLARED,
                SubscriptionKey::read,
                application,
                SubscriptionKey.topics(declared),
                SubscriptionKey.types(declared)));
    }

    private static final String PIN = """
            update rowmill_subscription
               set pinned = ?
             where topic = ?
               and type = ?
            """;

    /** Pins or unpins a subscriber. */
    public boolean pin(SubscriptionKey key, boolean pinned) {
        return run(PIN, pinned, key.topic(), key.type());
    }

    private static final String DELETE = """
            delete from rowmill_subscription
             where topic = ?
               and type = ?
            """;

    /** Deletes a subscriber. */
    public boolean delete(SubscriptionKey key) {
        return run(DELETE, key.topic(), key.type());
    }

    private boolean run(String statement, @Nullable Object... parameters) {
        return joined.statement(sql -> sql.run(statement, parameters)) == 1;
    }

    private static final String ONE = SubscriptionColumns.SELECT + """
             where s.topic = ?
               and s.type = ?
            """;

    /** Returns a subscriber. */
    public Optional<Subscription> find(SubscriptionKey key) {
        return joined.statement(sql -> sql.first(ONE, SubscriptionColumns::read, key.topic(), key.type()));
    }

    private static final String LOCK = ONE + """
               for no key update
            """;

    /**
     * Returns a subscriber and locks it until the transaction ends, so that no other transaction changes it. Waits
     * for a transaction that holds the lock. Publishes do not wait for the lock.
     */
    public Optional<Subscription> lock(SubscriptionKey key) {
        return joined.statement(sql -> sql.first(LOCK, SubscriptionColumns::read, key.topic(), key.type()));
    }

    private static final String OF_TOPIC = SubscriptionColumns.SELECT + """
             where s.topic = ?
             order by s.type
            """;

    /** Returns the subscribers of a topic in the order of their types. It locks no row. */
    public List<Subscription> ofTopic(String topic) {
        return joined.statement(sql -> sql.all(OF_TOPIC, SubscriptionColumns::read, topic));
    }
}
