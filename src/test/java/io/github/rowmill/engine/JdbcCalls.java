package io.github.rowmill.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Who is on the stack whenever the driver sends something: it logs that on the thread that asked for it. */
final class JdbcCalls extends Handler implements AutoCloseable {

    private static final String DRIVER = "org.postgresql.core.v3.QueryExecutorImpl";

    /** What the driver ends each round trip with. */
    private static final String SYNC = "FE=> Sync";

    private final Logger driver = Logger.getLogger(DRIVER);
    private final Level level = driver.getLevel();
    private final boolean tellsParents = driver.getUseParentHandlers();
    private final List<List<StackWalker.StackFrame>> stacks = new CopyOnWriteArrayList<>();
    private final List<List<StackWalker.StackFrame>> roundTrips = new CopyOnWriteArrayList<>();

    JdbcCalls() {
        setLevel(Level.ALL);
        driver.setUseParentHandlers(false);
        driver.addHandler(this);
        driver.setLevel(Level.ALL);
    }

    /** The stack of this thread, innermost frame first. */
    static List<StackWalker.StackFrame> stack() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.toList());
    }

    /** The stacks so far. */
    List<List<StackWalker.StackFrame>> stacks() {
        return List.copyOf(stacks);
    }

    /** How often a method of {@code type} waited for the server's answer. */
    long roundTripsOf(Class<?> type) {
        return roundTrips.stream()
                .filter(stack ->
                        stack.stream().anyMatch(frame -> frame.getClassName().equals(type.getName())))
                .count();
    }

    @Override
    public void publish(LogRecord statement) {
        stacks.add(stack());
        if (statement.getMessage().contains(SYNC)) {
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
