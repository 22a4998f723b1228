package io.github.rowmill.feature.lend;

/** As many calls of the caller wait for tasks as may. */
public final class TooManyPollsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyPollsException(String caller, int max) {
        super("%s claims of the caller '%s' wait for tasks, which is the most; wait until one is answered"
                .formatted(max, caller));
    }
}
