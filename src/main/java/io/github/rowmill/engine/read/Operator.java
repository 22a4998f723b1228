package io.github.rowmill.engine.read;

/** The comparison of a field with a value in a query. */
public enum Operator {
    IS(":"),
    // Longer signs come first: the first sign that matches is taken.
    UNTIL("<="),
    SINCE(">="),
    BEFORE("<"),
    AFTER(">");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** Returns the sign between a field and a value. */
    public String sign() {
        return sign;
    }

    /** Returns whether a character begins a sign. */
    public static boolean isSign(int c) {
        return c == ':' || c == '<' || c == '>';
    }
}
