package io.github.rowmill.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Tests a publish beside a transaction that adds or removes a subscriber. Neither waits for the other. */
@QuarkusTest
@TestProfile(ByHand.class)
class PublishRaceTest extends TopicTest {

    /** Returns a connection with a change that is not committed. Its statements fail if they wait. */
    private Connection changed(String sql) throws SQLException {
        Connection other = rows.connect();
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.execute("set local lock_timeout = '5s'");
            statement.execute(sql.formatted(topic));
        }
        return other;
    }

    private int publish() {
        return queue.publish(topic, NewTask.of("")).size();
    }

    @Test
    void aSubscriberGetsMessagesAfterItsCommit() throws SQLException {
        try (Connection other = changed("insert into rowmill_subscription (topic, type) values ('%s', 'noop')")) {
            QuarkusTransaction.begin();
            assertThat(publish()).isZero();
            other.commit();
            assertThat(publish()).isOne();
            QuarkusTransaction.commit();
        }

        assertThat(tasks("type")).isEqualTo("noop");
    }

    @Test
    void aSubscriberGetsTasksUntilItsRemovalIsCommitted() throws SQLException {
        subscribe("noop");

        try (Connection other = changed("delete from rowmill_subscription where topic = '%s'")) {
            assertThat(publish()).isOne();
            other.commit();
        }

        assertThat(publish()).isZero();
        assertThat(tasks("type")).isEqualTo("noop");
    }

    @Test
    void aSubscriberIsRemovedBesideAPublishThatHasNotEnded() throws SQLException {
        subscribe("noop");

        try (Connection other = rows.connect();
                Statement statement = other.createStatement()) {
            statement.execute("set lock_timeout = '5s'");
            QuarkusTransaction.begin();
            assertThat(publish()).isOne();
            assertThat(statement.executeUpdate("delete from rowmill_subscription where topic = '%s'".formatted(topic)))
                    .isOne();
            QuarkusTransaction.commit();
            statement.execute("reset lock_timeout");
        }

        assertThat(tasks("type")).isEqualTo("noop");
    }

    @Test
    void aSubscriberThatIsBeingChangedGetsItsTask() throws SQLException {
        subscribe("noop");

        try (Connection other = changed("update rowmill_subscription set queue = 'other' where topic = '%s'")) {
            assertThat(publish()).isOne();
            other.commit();
        }

        assertThat(publish()).isOne();
        assertThat(tasks("queue")).isEqualTo("default, other");
    }
}
