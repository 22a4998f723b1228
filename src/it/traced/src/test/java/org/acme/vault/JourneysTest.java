package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.faulttolerance.api.CircuitBreakerMaintenance;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests steps and sleeps of handlers that use fault tolerance. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class JourneysTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Inject
    TaskQueue queue;

    @Inject
    Journeys journeys;

    @Inject
    Ferry ferry;

    @Inject
    CircuitBreakerMaintenance breakers;

    @Inject
    DataSource database;

    @ParameterizedTest
    @ValueSource(strings = {"nap-retry", "nap-timeout", "nap-fallback"})
    void aSleepPassesThroughFaultTolerance(String type) {
        assertEnds(enqueue(type), "completed 1");

        assertThat(journeys.calls().stream().filter(call -> call.contains(type)))
                .containsExactly(type, type + " packs", type, type + " arrives");
    }

    @Test
    void aCircuitBreakerThatSkipsSleepsStaysClosed() {
        for (int i = 0; i < 3; i++) {
            assertEnds(enqueue("nap-breaker"), "completed 1");
        }
    }

    @Test
    void aRetryInTheSameAttemptCannotRepeatAStep() {
        assertEnds(enqueue("retried-steps"), "dead 1", "step 'pack' is called twice in this attempt");

        assertThat(journeys.calls()).containsOnlyOnce("packs again");
    }

    @Test
    void callsThatAreRetriedAreOneStep() {
        assertEnds(enqueue("sail-retry"), "completed 1");

        assertThat(journeys.calls()).containsOnlyOnce("sail-retry Brest");
    }

    @Test
    void anOpenCircuitSnoozesTheTaskAndUsesUpNoAttempt() {
        long id = enqueue("sail-breaker");

        await().atMost(DEADLINE).until(() -> sailings() > 5);
        assertThat(ferry.crossings()).isEqualTo(2);
        breakers.resetAll();

        assertEnds(id, "completed 3");
    }

    private long sailings() {
        return journeys.calls().stream().filter("sail-breaker"::equals).count();
    }

    private long enqueue(String type) {
        return queue.enqueue(NewTask.of(type)).id();
    }

    private void assertEnds(long id, String state) {
        assertEnds(id, state, "");
    }

    private void assertEnds(long id, String state, String error) {
        String row = "select status || ' ' || attempts || coalesce(error, '') from rowmill_task where id = " + id;
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(text(row)).startsWith(state).contains(error));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }
}
