package io.github.rowmill.feature.context.log;

import io.github.rowmill.config.LogConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.feature.context.Recording;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.text.ErrorText;
import io.github.rowmill.text.Printable;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * Captures the log lines of handlers on their threads, in addition to the log itself. It captures only lines that
 * the levels of the log let through.
 */
@Singleton
class LogCapture extends Handler implements Recording {

    private static final String ALL = "*";

    /** Inserts the parameters into a message, in each format that a log record can have. */
    private static final Formatter MESSAGES = new PatternFormatter("%m");

    private final AttemptLogs logs;
    private final Set<String> types;
    private final long max;
    private final ThreadLocal<LogLines> current = new ThreadLocal<>();

    LogCapture(AttemptLogs logs, RowmillConfig config) {
        LogConfig log = config.log();
        this.logs = logs;
        this.types = log.capture().orElse(Set.of());
        this.max = log.maxSize().asLongValue();
    }

    void listen(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {
        if (!types.isEmpty()) {
            Logger.getLogger("").addHandler(this);
        }
    }

    @PreDestroy
    void stop() {
        Logger.getLogger("").removeHandler(this);
    }

    @Override
    public boolean isOn(String type) {
        return !types.isEmpty() && (types.contains(type) || types.contains(ALL));
    }

    @Override
    public Runnable begin(Claimed task) {
        LogLines lines = new LogLines(max);
        current.set(lines);
        return () -> {
            current.remove();
            if (!lines.isEmpty()) {
                logs.keep(task.id(), task.attempt(), lines.toString());
            }
        };
    }

    @Override
    public void publish(LogRecord line) {
        LogLines lines = current.get();
        if (lines != null && isLoggable(line)) {
            lines.add(text(line));
        }
    }

    private static String text(LogRecord line) {
        String said = "%s %s [%s] %s"
                .formatted(
                        Instant.ofEpochMilli(line.getMillis()),
                        line.getLevel().getName(),
                        line.getLoggerName(),
                        Printable.of(String.valueOf(MESSAGES.formatMessage(line))));
        Throwable thrown = line.getThrown();
        return thrown == null ? said : said + "\n" + ErrorText.trace(thrown).strip();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
