package io.github.rowmill.engine.hold;

import java.util.Arrays;
import java.util.Set;

/** Finds threads that wait for the end of the process. */
final class ProcessExit {

    /** Methods that end the process and never return to their caller. */
    private static final Set<String> EXITS =
            Set.of("java.lang.Runtime.exit", "io.quarkus.runtime.Quarkus.blockingExit");

    private ProcessExit() {}

    /** Returns whether a thread has started the end of the process. */
    static boolean isIn(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> EXITS.contains(frame.getClassName() + "." + frame.getMethodName()));
    }
}
