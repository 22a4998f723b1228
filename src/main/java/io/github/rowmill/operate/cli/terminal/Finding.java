package io.github.rowmill.operate.cli.terminal;

import java.util.Locale;

/** What the command {@code check} has found: of what, how it is, and what to do about it. */
public record Finding(String check, Result result, String detail) {

    /** How it is. */
    public enum Result {
        /** As it should be. */
        OK,
        /** A node works, and less well or less safely than it could. */
        WARNING,
        /** A node does not work so. */
        FAILED
    }

    public static Finding ok(String check, String detail) {
        return new Finding(check, Result.OK, detail);
    }

    public static Finding failed(String check, String detail) {
        return new Finding(check, Result.FAILED, detail);
    }

    /** A warning where something is suspicious, with what to do about it; else how it is. */
    public static Finding of(String check, boolean isSuspicious, String warning, String ok) {
        return isSuspicious ? new Finding(check, Result.WARNING, warning) : ok(check, ok);
    }

    public String word() {
        return result.name().toLowerCase(Locale.ROOT);
    }
}
