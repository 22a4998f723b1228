package io.github.rowmill.execute.thread;

import org.jboss.logging.MDC;

/** What every log line of a handler carries: {@code taskId}, {@code taskType} and {@code taskAttempt} in the MDC of its thread. */
public final class LogContext implements AutoCloseable {

    private LogContext() {}

    /** Sets the values; closing takes them away. */
    public static LogContext of(long id, String type, int attempt) {
        MDC.put("taskId", id);
        MDC.put("taskType", type);
        MDC.put("taskAttempt", attempt);
        return new LogContext();
    }

    @Override
    public void close() {
        MDC.remove("taskId");
        MDC.remove("taskType");
        MDC.remove("taskAttempt");
    }
}
