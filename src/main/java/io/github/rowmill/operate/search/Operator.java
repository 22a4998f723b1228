package io.github.rowmill.operate.search;

/** How a field is compared with a value. */
enum Operator {
    IS(":"),
    // The longer ones first, as that is how they are looked for.
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
