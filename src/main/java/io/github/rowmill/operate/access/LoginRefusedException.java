package io.github.rowmill.operate.access;

/** What a caller showed is wrong, or was wrong too often. */
public final class LoginRefusedException extends RuntimeException {

    private final boolean tooOften;

    LoginRefusedException(String message, boolean tooOften) {
        super(message);
        this.tooOften = tooOften;
    }

    /** Whether it was not looked at, as it was wrong too often. */
    public boolean isTooOften() {
        return tooOften;
    }
}
