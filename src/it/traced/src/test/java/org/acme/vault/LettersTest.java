package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests annotations of Quarkus extensions on handlers. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class LettersTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Inject
    TaskQueue queue;

    @Inject
    Letters letters;

    @Inject
    Postbox postbox;

    @Inject
    CurrentIdentityAssociation current;

    @Inject
    Exporter exporter;

    @Inject
    DataSource database;

    @AfterEach
    void nothingIsLeft() throws SQLException {
        text("with gone as (delete from rowmill_task where queue = 'notes' returning id) select count(*) from gone");
    }

    @Test
    void aPermittedHandlerNeedsNoCaller() throws SQLException {
        assertEnds(unknown("permitted"), "completed 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authenticated", "of-keepers"})
    void aTaskWithoutACallerMayNotRunASecuredHandler(String type) throws SQLException {
        assertEnds(unknown(type), "dead 1", "UnauthorizedException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authenticated", "of-keepers"})
    void aCarriedCallerMayRunASecuredHandler(String type) {
        current.setIdentity(QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal("anna"))
                .addRole("keeper")
                .build());

        assertEnds(enqueue(type), "completed 1");
    }

    @Test
    void retryTriesAgainWithinTheAttempt() {
        assertEnds(enqueue("retried"), "completed 1");
        assertThat(letters.calls().stream().filter("retried"::equals)).hasSize(3);
    }

    @Test
    void retryUsesTheTransactionOfTheAttempt() throws SQLException {
        assertEnds(enqueue("retried-tx"), "completed 1");
        assertThat(text("select count(*) from rowmill_task where queue = 'notes'"))
                .isEqualTo("2");
    }

    @Test
    void timeoutInterruptsTheHandlerAndFailsTheAttempt() {
        assertEnds(enqueue("limited"), "dead 1", "faulttolerance.exceptions.TimeoutException");
    }

    @Test
    void fallbackCompletesTheTask() {
        assertEnds(enqueue("replaced"), "completed 1");
        assertThat(letters.calls()).contains("instead");
    }

    @Test
    void anOpenCircuitBreakerFailsAttemptsWithoutTheHandler() {
        assertEnds(enqueue("broken"), "dead 1", "no luck");
        assertEnds(enqueue("broken"), "dead 1", "no luck");
        assertEnds(enqueue("broken"), "dead 1", "CircuitBreakerOpenException");
    }

    @Test
    void aFullBulkheadFailsTheAttempt() {
        long first = enqueue("narrow");
        await().atMost(DEADLINE).until(() -> letters.calls().contains("narrow"));

        assertEnds(enqueue("narrow"), "dead 1", "BulkheadException");
        letters.end();
        assertEnds(first, "completed 1");
    }

    @Test
    void anAttemptWaitsForAnAsynchronousHandler() {
        assertEnds(enqueue("elsewhere"), "completed 1");
        assertThat(letters.calls()).contains("elsewhere");
    }

    @Test
    void aCacheIsInvalidatedByTheAttempt() {
        int before = postbox.count();
        int again = postbox.count();
        assertEnds(enqueue("renewed"), "completed 1");

        assertThat(again).isEqualTo(before);
        assertThat(postbox.count()).isEqualTo(before + 1);
    }

    @Test
    void aHandlerHasASpanOfItsOwn() {
        assertEnds(enqueue("traced"), "completed 1");

        await().atMost(DEADLINE)
                .until(() -> exporter.spans.getFinishedSpanItems().stream()
                        .anyMatch(span -> span.getName().equals("letter")));
    }

    @Test
    void aMessageCallsTheSameMethodWithoutATask() {
        postbox.send("by message");
        assertThat(letters.calls()).contains("by message");

        assertEnds(queue.enqueue(NewTask.of("sent", "by task")).id(), "completed 1");
        assertThat(letters.calls()).contains("by task");
    }

    private long enqueue(String type) {
        return queue.enqueue(NewTask.of(type)).id();
    }

    /** Inserts a task by SQL, which carries no caller, and returns its id. */
    private long unknown(String type) throws SQLException {
        return Long.parseLong(
                text("insert into rowmill_task (type, max_attempts) values ('%s', 1) returning id".formatted(type)));
    }

    private void assertEnds(long id, String status) {
        assertEnds(id, status, "");
    }

    private void assertEnds(long id, String status, String error) {
        String row = "select status || ' ' || attempts || coalesce(error, '') from rowmill_task where id = " + id;
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(text(row)).startsWith(status).contains(error));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }
}
