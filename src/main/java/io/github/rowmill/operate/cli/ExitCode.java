package io.github.rowmill.operate.cli;

/** Exit codes of commands. */
final class ExitCode {

    /** The command succeeded. */
    static final int DONE = 0;

    /** The command was refused, or it failed. */
    static final int FAILED = 1;

    /** The command line is invalid. */
    static final int USAGE = 2;

    /** The node or the database could not be reached. */
    static final int UNREACHABLE = 3;

    private ExitCode() {}
}
