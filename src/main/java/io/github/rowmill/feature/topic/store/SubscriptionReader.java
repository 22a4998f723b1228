package io.github.rowmill.feature.topic.store;

import io.github.rowmill.api.Subscription;
import io.github.rowmill.db.Page;
import io.github.rowmill.db.ReadDatabase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads subscribers for pages and the API, on the connections for reading. */
@ApplicationScoped
public class SubscriptionReader {

    private final ReadDatabase database;

    SubscriptionReader(ReadDatabase database) {
        this.database = database;
    }

    /** A topic with its subscribers in the order of their types. */
    public record Topic(String name, List<Subscription> subscribers) {}

    // One topic more than the page has.
    private static final String LIST = """
            with recursive page (topic, nth) as (
                (select s.topic, 1
                   from rowmill_subscription s
                  where s.topic > ?
                  order by s.topic
                  limit 1)
                 union all
                select (select s.topic
                          from rowmill_subscription s
                         where s.topic > page.topic
                         order by s.topic
                         limit 1),
                       page.nth + 1
                  from page
                 where page.topic is not null
                   and page.nth <= ?)
            """ + SubscriptionColumns.SELECT + """
             where s.topic in (select page.topic from page)
             order by s.topic, s.type
            """;

    /**
     * Returns a page of topics in the order of their names, starting after {@code after}. The empty text comes
     * before all names.
     */
    public Page<Topic> page(String after, int limit) {
        List<Subscription> rows = database.snapshot(sql -> sql.all(LIST, SubscriptionColumns::read, after, limit));
        Map<String, List<Subscription>> topics = new LinkedHashMap<>();
        rows.forEach(row ->
                topics.computeIfAbsent(row.topic(), name -> new ArrayList<>()).add(row));
        List<Topic> all = topics.entrySet().stream()
                .limit(limit)
                .map(topic -> new Topic(topic.getKey(), topic.getValue()))
                .toList();
        return new Page<>(all, topics.size() > limit);
    }
}
