package io.github.rowmill.operate.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFilterTest {

    @ParameterizedTest
    @CsvSource({
        "org.hibernate.SQL, select id from rowmill_task, false",
        "org.hibernate.SQL, select id from orders, true",
        "org.acme.Shop, rowmill_task is empty, true"
    })
    void onlyStatementsOnRowmillsTablesAreFilteredOut(String logger, String message, boolean stays) {
        LogRecord written = new LogRecord(Level.FINE, message);
        written.setLoggerName(logger);

        assertThat(new SqlFilter().isLoggable(written)).isEqualTo(stays);
    }
}
