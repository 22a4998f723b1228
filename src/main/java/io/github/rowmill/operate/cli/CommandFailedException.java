package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.Console;
import java.util.List;

/** Ends a command with an error message and an exit code. */
final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> more;

    /** Creates an exception with further lines in {@code more}, for example one for each invalid field. */
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

    /** Prints the message and the further lines. */
    void tell(Console console) {
        console.complain(String.valueOf(getMessage()));
        more.forEach(line -> console.hint("  " + line));
    }
}
