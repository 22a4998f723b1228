package io.github.rowmill.operate.observe;

import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Keeps Rowmill's statements out of a log that Hibernate writes every statement to ({@code quarkus.hibernate-orm.log.sql}).
 * To switch it on, name it: {@code quarkus.log.console.filter=rowmill-sql}.
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
