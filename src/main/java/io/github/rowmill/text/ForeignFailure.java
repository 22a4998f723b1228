package io.github.rowmill.text;

import java.io.PrintWriter;

/** A failure in another process, which reported it as text. */
public final class ForeignFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String error;
    private final String trace;

    /**
     * Creates a failure.
     *
     * @param error class and message, such as {@code ValueError: no such file}
     * @param trace the stack trace, or empty text if there is none
     */
    public ForeignFailure(String error, String trace) {
        super(error, null, false, false);
        this.error = error;
        this.trace = trace;
    }

    /** Returns the text before the first colon of the error if it can be the name of a class, else {@code failed}. */
    String exception() {
        String before = error.lines().findFirst().orElse("").split(":", 2)[0];
        return error.contains(":") && before.matches("[A-Za-z_][A-Za-z0-9_.$]*") ? before : "failed";
    }

    @Override
    public String toString() {
        return error;
    }

    @Override
    public void printStackTrace(PrintWriter out) {
        out.print(trace);
    }
}
