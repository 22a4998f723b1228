package io.github.rowmill.feature.topic.store;

import io.github.rowmill.db.EngineDatabase;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;

/** Records which subscribers have a running node with their handler, and deletes those that have none. */
@Singleton
public class HandledTypes {

    private final EngineDatabase database;

    HandledTypes(EngineDatabase database) {
        this.database = database;
    }

    private static final String RENEW = """
            with mine as materialized (
                select s.topic, s.type
                  from rowmill_subscription s
                 where s.type = any(?)
                   and s.handled < now() - interval '5 minutes'
                 order by s.topic, s.type
                   for no key update of s skip locked)
            update rowmill_subscription s
               set handled = now()
              from mine
             where s.topic = mine.topic
               and s.type = mine.type
            """;

    /** Records that a running node has handlers for these types. */
    public void renew(Collection<String> types) {
        String[] names = types.toArray(String[]::new);
        database.statement(sql -> sql.run(RENEW, (Object) names));
    }

    private static final String DELETE = """
            with gone as materialized (
                select s.topic, s.type
                  from rowmill_subscription s
                 where s.declared_by = ?
                   and not s.pinned
                   and s.handled < now() - interval '1 hour'
                   and s.type <> all(?)
                 order by s.topic, s.type
                   for update of s skip locked)
            delete from rowmill_subscription s
             using gone
             where s.topic = gone.topic
               and s.type = gone.type
            returning s.topic, s.type
            """;

    /**
     * Deletes subscribers that an application declared, if no node has had a handler for their type for an hour.
     * Leaves the pinned ones and those of {@code types}.
     *
     * @return the deleted ones
     */
    public List<SubscriptionKey> deleteUnhandled(String application, Collection<String> types) {
        String[] names = types.toArray(String[]::new);
        return database.statement(sql -> sql.all(DELETE, SubscriptionKey::read, application, names));
    }
}
