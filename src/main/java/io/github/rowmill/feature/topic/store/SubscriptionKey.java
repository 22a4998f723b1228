package io.github.rowmill.feature.topic.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** The primary key of a subscriber. */
public record SubscriptionKey(String topic, String type) {

    static SubscriptionKey read(ResultSet row) throws SQLException {
        return new SubscriptionKey(row.getString("topic"), row.getString("type"));
    }

    static String[] topics(Collection<SubscriptionKey> keys) {
        return keys.stream().map(SubscriptionKey::topic).toArray(String[]::new);
    }

    static String[] types(Collection<SubscriptionKey> keys) {
        return keys.stream().map(SubscriptionKey::type).toArray(String[]::new);
    }
}
