package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.engine.Bounds;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Inserts and updates rows in all states. For each state, the table requires or forbids an end and a lease. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class StatesOfRowsTest extends EngineTest {

    private static final Set<String> ENDED = Set.of("completed", "dead", "cancelled");
    private static final Set<String> WAITING = Set.of("queued", "waiting");

    /** A status, with the values that a row has beside it. */
    record State(String status, boolean finished, boolean expiry, boolean operator) {

        boolean mayBe() {
            boolean leased = expiry && operator;
            return ENDED.contains(status) && finished && !leased
                    || WAITING.contains(status) && !finished && !leased
                    || status.equals("executing") && !finished && leased;
        }

        String values() {
            return "'%s', %s, %s, %s"
                    .formatted(
                            status,
                            finished ? "now()" : "null",
                            expiry ? "now()" : "null",
                            operator ? "'somebody'" : "null");
        }
    }

    static Stream<State> states() {
        return Stream.of(
                        "queued",
                        "waiting",
                        "executing",
                        "completed",
                        "dead",
                        "cancelled",
                        "paused",
                        "Queued",
                        "dead ",
                        "")
                .flatMap(status -> Stream.of(false, true)
                        .flatMap(finished -> Stream.of(false, true)
                                .flatMap(expiry -> Stream.of(false, true)
                                        .map(operator -> new State(status, finished, expiry, operator)))));
    }

    @ParameterizedTest
    @MethodSource("states")
    void aRowIsInsertedOnlyInAnAllowedState(State state) {
        expect(
                state,
                "insert into rowmill_task (type, status, finished, expiry, operator_id) values ('noop', "
                        + state.values() + ")");
    }

    @ParameterizedTest
    @MethodSource("states")
    void aRowIsUpdatedOnlyToAnAllowedState(State state) {
        rows.execute("insert into rowmill_task (type) values ('noop')");

        expect(state, "update rowmill_task set (status, finished, expiry, operator_id) = (" + state.values() + ")");
    }

    private void expect(State state, String statement) {
        if (state.mayBe()) {
            rows.execute(statement);
            assertThat(rows.number("select count(*) from rowmill_task where status = '" + state.status() + "'"))
                    .isEqualTo(1);
        } else {
            assertThatThrownBy(() -> rows.execute(statement))
                    .rootCause()
                    .isInstanceOfSatisfying(PSQLException.class, StatesOfRowsTest::isOfTheConstraint);
        }
    }

    /** Checks that the refusal has the text and the SQL state of a check constraint, and that no function raised it. */
    private static void isOfTheConstraint(PSQLException refusal) {
        ServerErrorMessage error = refusal.getServerErrorMessage();
        assertThat(error).isNotNull();
        assertThat(List.of(error.getSQLState(), error.getTable(), error.getConstraint(), error.getMessage()))
                .containsExactly(
                        "23514",
                        "rowmill_task",
                        "rowmill_task_state",
                        "new row for relation \"rowmill_task\" violates check constraint \"rowmill_task_state\"");
        assertThat(error.getDetail()).startsWith("Failing row contains (");
        assertThat(error.getWhere()).isNull();
    }

    /** Uses its own session, because a session looks up the meaning of a function only once. */
    @Test
    void foreignSqlOperatorsDoNotWeakenTheConstraint() throws SQLException {
        try (Connection connection = rows.connectAsSuperuser();
                Statement sql = connection.createStatement()) {
            String schema = connection.getSchema();
            connection.setAutoCommit(false);
            sql.execute("create schema odd");
            sql.execute("create function odd.yes(text, text) returns boolean language sql immutable return true");
            sql.execute("create operator odd.= (leftarg = text, rightarg = text, function = odd.yes)");
            sql.execute("create operator odd.<> (leftarg = text, rightarg = text, function = odd.yes)");
            sql.execute("set local search_path = odd, pg_catalog, " + schema);

            assertThatThrownBy(() -> sql.execute("insert into rowmill_task (type, status) values ('noop', 'paused')"))
                    .hasMessageContaining("rowmill_task_state");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_at = '10000-01-02'", "run_at = run_at", "max_attempts = 5, timeout = '1 s'"})
    void aWriteToABoundedColumnOfALiveTaskChecksItsBounds(String written) {
        Bounds.drop(rows);
        try {
            rows.execute("insert into rowmill_task (type, tags) values ('noop', '{null}')");
        } finally {
            Bounds.add(rows);
        }

        assertThatThrownBy(() -> rows.execute("update rowmill_task set " + written))
                .rootCause()
                .isInstanceOfSatisfying(PSQLException.class, refusal -> {
                    assertThat(refusal.getSQLState()).isEqualTo("23514");
                    assertThat(refusal.getServerErrorMessage().getConstraint())
                            .isIn("rowmill_task_moments", "rowmill_task_tags");
                    assertThat(refusal.getServerErrorMessage().getWhere()).contains("rowmill_task_bounds()");
                });
        rows.execute("update rowmill_task set priority = 1, status = 'cancelled', finished = now(), run_at = run_at");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "asked"})
    void aClaimChecksNoBounds(String admission) throws SQLException {
        Bounds.drop(rows);
        try {
            rows.execute("insert into rowmill_task (type, tags) values ('noop', '{null}')");
        } finally {
            Bounds.add(rows);
        }
        try (Connection connection = rows.connect();
                Statement sql = connection.createStatement()) {
            sql.execute("set rowmill.admission = '" + admission + "'");
            assertThat(sql.executeUpdate("""
                            update rowmill_task
                               set status = 'executing', operator_id = 'o', expiry = now(), started = now(),
                                   version = version + 1, unique_key = null
                            """)).isEqualTo(1);
            sql.execute("reset rowmill.admission");
        }
    }
}
