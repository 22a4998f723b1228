package io.github.rowmill.operate.cli.terminal;

import java.util.Locale;

/** A finding of the command {@code check}: the name of the check, its result, and what to do about it. */
public record Finding(String check, Result result, String detail) {

    /** The result of a check. */
    public enum Result {
        /** No problem was found. */
        OK,
        /** A node works, but less well or less safely than it could. */
        WARNING,
        /** A node does not work. */
        FAILED
    }

    public static Finding ok(String check, String detail) {
        return new Finding(check, Result.OK, detail);
    }

    public static Finding failed(String check, String detail) {
        return new Finding(check, Result.FAILED, detail);
    }

    /** Returns a warning with advice if {@code isSuspicious}, and else an {@code OK} with the facts. */
    public static Finding of(String check, boolean isSuspicious, String warning, String ok) {
        return isSuspicious ? new Finding(check, Result.WARNING, warning) : ok(check, ok);
    }

    public String word() {
        return result.name().toLowerCase(Locale.ROOT);
    }
}
