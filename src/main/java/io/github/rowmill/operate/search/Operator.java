package io.github.rowmill.operate.search;

/** Comparison of a field with a value. */
enum Operator {
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

    String sign() {
        return sign;
    }

    static boolean isSign(int c) {
        return c == ':' || c == '<' || c == '>';
    }
}
