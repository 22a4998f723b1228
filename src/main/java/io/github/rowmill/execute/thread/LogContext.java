package io.github.rowmill.execute.thread;

import org.jboss.logging.MDC;

/** What every log line of a handler carries: {@code taskId}, {@code taskType} and {@code taskAttempt} in the MDC of its thread. */
public final class LogContext {

    private LogContext() {}

    /** Sets the values for what this thread logs from now on. */
    public static void enter(long id, String type, int attempt) {
        MDC.put("taskId", id);
        MDC.put("taskType", type);
        MDC.put("taskAttempt", attempt);
    }

    /** Takes them away. */
    public static void leave() {
        MDC.remove("taskId");
        MDC.remove("taskType");
        MDC.remove("taskAttempt");
    }
}
