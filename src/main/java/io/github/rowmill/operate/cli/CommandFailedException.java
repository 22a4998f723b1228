package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.Console;
import java.util.List;

/** A command cannot go on: what there is to tell, and the exit code. */
final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> more;

    /** {@code more}: further lines, as of a field each. */
    CommandFailedException(int exitCode, String message, List<String> more) {
        super(message);
        this.exitCode = exitCode;
        this.more = more;
    }

    CommandFailedException(int exitCode, String message) {
        this(exitCode, message, List.of());
    }

    int exitCode() {
        return exitCode;
    }

    /** Tells it, in a line or more. */
    void tell(Console console) {
        console.complain(String.valueOf(getMessage()));
        more.forEach(line -> console.hint("  " + line));
    }
}
