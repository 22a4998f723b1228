package io.github.rowmill.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Tests programs that publish by SQL. */
@QuarkusTest
@TestProfile(ByHand.class)
class PublishBySqlTest extends TopicTest {

    @Test
    void aFunctionPublishesToAllSubscribers() {
        subscribe("topic-stock", "topic-receipt");

        assertThat(rows.number("select count(*) from rowmill_publish('%s', '{\"order\": 7, \"customer\": \"ada\"}')"
                        .formatted(topic)))
                .isEqualTo(2);
        rows.execute("select rowmill_publish('%s', '{\"order\": 8, \"customer\": \"ada\"}', 'k')".formatted(topic));

        assertThat(tasks("type, queue, max_attempts, key, details ->> 'order'"))
                .isEqualTo(
                        "topic-receipt topic-mail 4 7, topic-stock default 10 7, topic-receipt topic-mail 4 k 8, topic-stock default 10 k 8");
        mill.drain();
        assertThat(tasks("status")).isEqualTo("completed, completed, completed, completed");
    }

    @Test
    void aPublishWithoutSubscribersReturnsNoRow() {
        assertThat(rows.number("select count(*) from rowmill_publish('%s', '{}')".formatted(topic)))
                .isZero();
    }

    @Test
    void theFunctionFindsItsTablesOnAnySearchPath() throws SQLException {
        subscribe("noop");
        String schema = rows.text("select current_schema()");

        try (Connection connection = rows.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "create temporary table rowmill_subscription (topic text, type text, queue text, max_attempts int)");
            statement.execute(
                    "create temporary table rowmill_task (id bigint, type text, queue text, max_attempts int, details jsonb, key text)");
            statement.execute("set local search_path = pg_temp");
            try (ResultSet ids =
                    statement.executeQuery("select %s.rowmill_publish('%s', '{}')".formatted(schema, topic))) {
                assertThat(ids.next()).isTrue();
            }
            try (ResultSet trap = statement.executeQuery("select count(*) from pg_temp.rowmill_task")) {
                trap.next();
                assertThat(trap.getInt(1)).isZero();
            }
            try (ResultSet own = statement.executeQuery("select count(*) from %s.rowmill_task".formatted(schema))) {
                own.next();
                assertThat(own.getInt(1)).isOne();
            }
            connection.rollback();
        }
    }

    @Test
    void aRowOutOfRangeIsRefused() {
        for (String values : new String[] {
            "'', 'noop', 'q', 1",
            "'t', '', 'q', 1",
            "'t', 'noop', '', 1",
            "'t', 'noop', 'q', 0",
            "repeat('t', 201), 'noop', 'q', 1"
        }) {
            assertThatThrownBy(() -> rows.execute(
                            "insert into rowmill_subscription (topic, type, queue, max_attempts) values (%s)"
                                    .formatted(values)))
                    .as(values)
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
