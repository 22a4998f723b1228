package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {

    @ParameterizedTest
    @CsvSource({
        "connection refused, 08001, true",
        "an I/O error occurred, 08006, true",
        "terminating connection due to administrator command, 57P01, true",
        "the database system is starting up, 57P03, true",
        "sorry too many clients already, 53300, true",
        "Acquisition timeout while waiting for new connection, , true",
        "'Sorry, acquisition timeout!', , true",
        "Exception in association of connection to existing transaction, , false",
        "duplicate key value violates unique constraint, 23505, false",
        "canceling statement due to statement timeout, 57014, false",
        "no such table, 42P01, false"
    })
    void anOutageIsRecognizedByStateOrMessage(String message, String state, boolean isOutage) {
        SQLException cause = new SQLException(message, state);

        assertThat(Refusal.isOutage(new IllegalStateException("rolled back", new RuntimeException(cause))))
                .isEqualTo(isOutage);
    }

    @Test
    void anOutageIsFoundAmongSuppressedExceptions() {
        Exception commit = new Exception("could not commit");
        commit.addSuppressed(new Exception("resource failed", new SQLException("connection reset", "08006")));

        assertThat(Refusal.isOutage(new IllegalStateException(commit))).isTrue();
    }

    @Test
    void anOutageIsFoundBelowAnErrorWithoutAState() {
        SQLException refused = new SQLException("connection refused", "08001");

        assertThat(Refusal.isOutage(new SQLException("no connection", refused))).isTrue();
    }

    @Test
    void causesInACircleEnd() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.initCause(other);
        one.addSuppressed(other);

        assertThat(Refusal.isOutage(one)).isFalse();
    }
}
