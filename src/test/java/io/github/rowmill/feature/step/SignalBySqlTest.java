package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests signals that programs send by SQL. */
@QuarkusTest
@TestProfile(ByHand.class)
class SignalBySqlTest extends StepTest {

    @Inject
    SignalDelivery delivery;

    private long waiting(String uniqueKey) {
        NewTask task = NewTask.of("probe", probes.behave(attempt -> {
            attempt.awaitSignal("decision", Decision.class, Duration.ofDays(3))
                    .ifPresent(decision -> done.add("granted " + decision.granted()));
            return null;
        }));
        long id = queue.enqueue(task.uniqueKey(uniqueKey)).id();
        mill.drain();
        return id;
    }

    private long signals() {
        return rows.number("select count(*) from rowmill_signal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowmill_send_signal(%s, 'decision', '{\"granted\": true}')",
                "rowmill_send_signal_to_key('probe', 'order-%s', 'decision', '{\"granted\": true}')"
            })
    void aWaitingTaskReceivesASignalSentBySql(String function) {
        long id = waiting("order-unknown");
        rows.execute("update rowmill_task set unique_key = 'order-' || id where id = " + id);

        assertThat(rows.text("select " + function.formatted(id))).isNotNull();
        assertThat(delivery.sweepOnce(Duration.ZERO)).isOne();
        mill.drain();

        assertThat(state(id)).startsWith("completed");
        assertThat(done).containsExactly("granted true");
    }

    @Test
    void aSweepFindsManySignals() {
        long id = waiting("order-many");
        rows.execute("select rowmill_send_signal(%s, 'other') from generate_series(1, 2500)".formatted(id));

        assertThat(delivery.sweepOnce(Duration.ZERO)).isEqualTo(2_500);
        assertThat(rows.number("select count(*) from rowmill_signal where marked is null"))
                .isZero();
    }

    @Test
    void aSignalWithoutAPayloadHasAnEmptyObject() {
        long id = waiting("order-1");

        rows.execute("select rowmill_send_signal(%s, 'go')".formatted(id));
        rows.execute("select rowmill_send_signal_to_key('probe', 'order-1', 'go')");

        assertThat(rows.text("select string_agg(cast(payload as text), ' ') from rowmill_signal"))
                .isEqualTo("{} {}");
    }

    @Test
    void aTaskThatHasEndedReceivesNoSignal() {
        long id = waiting("order-2");
        queue.cancel(id);

        assertThat(rows.text("select rowmill_send_signal(%s, 'go') is null".formatted(id)))
                .isEqualTo("t");
        assertThat(rows.text("select rowmill_send_signal_to_key('probe', 'order-2', 'go') is null"))
                .isEqualTo("t");
        assertThat(rows.text("select rowmill_send_signal(-1, 'go') is null")).isEqualTo("t");
        assertThat(signals()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "repeat('n', 201)", "null", "'go', null", "'go', 'null'"})
    void aSignalOutOfBoundsIsRefused(String arguments) {
        long id = waiting("order-3");

        assertThatThrownBy(() -> rows.execute("select rowmill_send_signal(%s, %s)".formatted(id, arguments)))
                .isInstanceOf(IllegalStateException.class);

        assertThat(signals()).isZero();
    }

    @Test
    void theFunctionFindsItsTablesOnAnySearchPath() throws SQLException {
        long id = waiting("order-4");
        String schema = rows.text("select current_schema()");

        try (Connection connection = rows.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "create temporary table rowmill_signal (id bigint, task bigint, name text, payload jsonb)");
            statement.execute("set local search_path = pg_temp");
            statement.execute("select %s.rowmill_send_signal(%s, 'go')".formatted(schema, id));
            try (ResultSet own = statement.executeQuery("select count(*) from %s.rowmill_signal".formatted(schema))) {
                own.next();
                assertThat(own.getInt(1)).isOne();
            }
            connection.rollback();
        }
    }
}
