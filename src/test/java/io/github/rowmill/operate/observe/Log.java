package io.github.rowmill.operate.observe;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Collects the log of Rowmill, as the console would show it. It must be closed. */
public final class Log extends Handler implements AutoCloseable {

    private static final Logger ROWMILL = Logger.getLogger("io.github.rowmill");

    private final PatternFormatter format = new PatternFormatter("%d{HH:mm:ss} %-5p [%c{3.}] (%t) %s%e%n");
    private final StringBuffer text = new StringBuffer();
    private final Level level = ROWMILL.getLevel();

    private Log() {}

    /** Collects from now on, including failed attempts. */
    public static Log listen() {
        Log log = new Log();
        log.setLevel(Level.ALL);
        ROWMILL.setLevel(Level.FINE);
        ROWMILL.addHandler(log);
        return log;
    }

    public String text() {
        return text.toString();
    }

    @Override
    public void publish(LogRecord line) {
        text.append(format.format(ExtLogRecord.wrap(line)));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        ROWMILL.removeHandler(this);
        ROWMILL.setLevel(level);
    }
}
