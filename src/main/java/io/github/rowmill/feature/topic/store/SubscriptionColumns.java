package io.github.rowmill.feature.topic.store;

import io.github.rowmill.api.Subscription;
import io.github.rowmill.db.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The columns of a subscriber, for reading. */
final class SubscriptionColumns {

    static final String SELECT = """
            select s.topic, s.type, s.queue, s.max_attempts, s.pinned, s.declared_by, s.created
              from rowmill_subscription s
            """;

    private SubscriptionColumns() {}

    static Subscription read(ResultSet row) throws SQLException {
        return new Subscription(
                row.getString("topic"),
                row.getString("type"),
                row.getString("queue"),
                row.getInt("max_attempts"),
                row.getBoolean("pinned"),
                row.getString("declared_by"),
                Instants.read(row, "created"));
    }
}
