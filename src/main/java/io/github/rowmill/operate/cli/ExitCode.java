package io.github.rowmill.operate.cli;

/** How commands end. */
final class ExitCode {

    /** It is done. */
    static final int DONE = 0;

    /** It was refused, or something failed. */
    static final int FAILED = 1;

    /** The command line makes no sense. */
    static final int USAGE = 2;

    /** Neither the node nor the database could be reached. */
    static final int UNREACHABLE = 3;

    private ExitCode() {}
}
