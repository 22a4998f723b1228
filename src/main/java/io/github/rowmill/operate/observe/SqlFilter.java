package io.github.rowmill.operate.observe;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Removes Rowmill's statements from Hibernate's log of all SQL ({@code quarkus.hibernate-orm.log.sql}). To use the
 * filter, name it: {@code quarkus.log.console.filter=rowmill-sql}.
 */
@LoggingFilter(name = "rowmill-sql")
public final class SqlFilter implements Filter {

    private static final String LOGGER = "org.hibernate.SQL";
    private static final String TABLE = "rowmill_";

    @Override
    public boolean isLoggable(LogRecord written) {
        return !LOGGER.equals(written.getLoggerName())
                || !String.valueOf(written.getMessage()).contains(TABLE);
    }
}
