package io.github.rowmill.operate.cli.terminal;

import java.util.List;

/** Ends a command with an error message and an exit code. */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> more;

    /** Creates an exception with further lines in {@code more}, for example one for each invalid field. */
    public CommandFailedException(int exitCode, String message, List<String> more) {
        super(message);
        this.exitCode = exitCode;
        this.more = more;
    }

    /** Creates an exception without further lines. */
    public CommandFailedException(int exitCode, String message) {
        this(exitCode, message, List.of());
    }

    /** Returns the exit code of the command. */
    public int exitCode() {
        return exitCode;
    }

    /** Prints the message and the further lines. */
    public void tell(Console console) {
        console.complain(String.valueOf(getMessage()));
        more.forEach(line -> console.hint("  " + line));
    }
}
