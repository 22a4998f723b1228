package io.github.rowmill.engine.execute.thread;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.MDC;
import org.jboss.logging.NDC;
import org.jspecify.annotations.Nullable;

/**
 * A worker's thread while a handler uses it. Every log line of the handler carries {@code taskId},
 * {@code taskType} and {@code taskAttempt} in the MDC. All other changes of the handler to the log context or to
 * the thread are undone for the next task.
 */
public final class LentThread {

    /** The threads that handlers use now. */
    private static final Set<Thread> LENT = ConcurrentHashMap.newKeySet();

    private final Thread thread = Thread.currentThread();
    private final String name = thread.getName();
    private final int priority = thread.getPriority();
    private final @Nullable ClassLoader loader = thread.getContextClassLoader();
    private final UncaughtExceptionHandler uncaught = thread.getUncaughtExceptionHandler();
    private final Map<String, Object> context = MDC.getMap();
    private final int depth = NDC.getDepth();
    private final boolean isOuter = LENT.add(thread);

    private LentThread() {}

    /** Returns whether a handler runs on the calling thread. */
    public static boolean isOfHandler() {
        return LENT.contains(Thread.currentThread());
    }

    /** Lends the calling thread to the handler of a task. */
    public static LentThread to(long id, String type, int attempt) {
        LentThread lent = new LentThread();
        MDC.put("taskId", id);
        MDC.put("taskType", type);
        MDC.put("taskAttempt", attempt);
        return lent;
    }

    /** Lends the calling thread to a handler that takes several tasks in one call. */
    public static LentThread toBatch(String type, int tasks) {
        LentThread lent = new LentThread();
        MDC.remove("taskId");
        MDC.remove("taskAttempt");
        MDC.put("taskType", type);
        MDC.put("taskBatch", tasks);
        return lent;
    }

    /** Takes the thread back, and restores its state. */
    public void takeBack() {
        if (isOuter) {
            LENT.remove(thread);
        }
        MDC.clear();
        context.forEach(MDC::put);
        NDC.setMaxDepth(depth);
        if (!thread.getName().equals(name)) {
            thread.setName(name);
        }
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (thread.getContextClassLoader() != loader) {
            thread.setContextClassLoader(loader);
        }
        if (thread.getUncaughtExceptionHandler() != uncaught) {
            thread.setUncaughtExceptionHandler(uncaught == thread.getThreadGroup() ? null : uncaught);
        }
    }
}
