package io.github.rowmill.execute;

import org.jboss.logging.MDC;

/** What every log line of a handler carries: {@code taskId}, {@code taskType} and {@code taskAttempt} in the MDC. */
final class LogContext implements AutoCloseable {

    private LogContext() {}

    static LogContext of(InHand task) {
        MDC.put("taskId", task.id());
        MDC.put("taskType", task.type());
        MDC.put("taskAttempt", task.attempt());
        return new LogContext();
    }

    @Override
    public void close() {
        MDC.remove("taskId");
        MDC.remove("taskType");
        MDC.remove("taskAttempt");
    }
}
