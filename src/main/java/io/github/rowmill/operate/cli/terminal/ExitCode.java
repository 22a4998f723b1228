package io.github.rowmill.operate.cli.terminal;

/** Exit codes of commands. */
public final class ExitCode {

    /** The command succeeded. */
    public static final int DONE = 0;

    /** The command was refused, or it failed. */
    public static final int FAILED = 1;

    /** The command line is invalid. */
    public static final int USAGE = 2;

    /** The node or the database could not be reached. */
    public static final int UNREACHABLE = 3;

    private ExitCode() {}
}
