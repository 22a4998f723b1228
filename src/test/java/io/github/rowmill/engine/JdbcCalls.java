package io.github.rowmill.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** Records the stack whenever the driver logs a message. The driver logs on the thread that called it. */
public final class JdbcCalls extends Handler implements AutoCloseable {

    private static final String DRIVER = "org.postgresql.core.v3.QueryExecutorImpl";

    /**
     * Texts in the log of a request, {@code SimpleQuery} in simple mode and {@code Sync} otherwise, and of an answer.
     */
    private static final Pattern ASKED = Pattern.compile("FE=> (Sync|SimpleQuery)");

    private static final String ANSWERED = "<=BE";

    private final Logger driver = Logger.getLogger(DRIVER);
    private final Level level = driver.getLevel();
    private final boolean tellsParents = driver.getUseParentHandlers();
    private final List<List<StackWalker.StackFrame>> stacks = new CopyOnWriteArrayList<>();
    private final List<List<StackWalker.StackFrame>> roundTrips = new CopyOnWriteArrayList<>();
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

    public JdbcCalls() {
        setLevel(Level.ALL);
        driver.setUseParentHandlers(false);
        driver.addHandler(this);
        driver.setLevel(Level.ALL);
    }

    /** Returns the stack of this thread, innermost frame first. */
    public static List<StackWalker.StackFrame> stack() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.toList());
    }

    /** Returns the stacks so far. */
    public List<List<StackWalker.StackFrame>> stacks() {
        return List.copyOf(stacks);
    }

    /** Returns how often a method of {@code type} waited for the server's answer. */
    public long roundTripsOf(Class<?> type) {
        return roundTripsOf(type.getName());
    }

    public long roundTripsOf(String type) {
        return roundTrips.stream()
                .filter(stack ->
                        stack.stream().anyMatch(frame -> frame.getClassName().equals(type)))
                .count();
    }

    @Override
    public void publish(LogRecord statement) {
        stacks.add(stack());
        if (ASKED.matcher(statement.getMessage()).find()) {
            waiting.add(Thread.currentThread());
        } else if (statement.getMessage().contains(ANSWERED) && waiting.remove(Thread.currentThread())) {
            roundTrips.add(stack());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        driver.removeHandler(this);
        driver.setLevel(level);
        driver.setUseParentHandlers(tellsParents);
    }
}
