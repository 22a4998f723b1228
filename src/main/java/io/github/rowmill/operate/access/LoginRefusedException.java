package io.github.rowmill.operate.access;

/** Thrown if a caller's password or token is wrong, or is not checked because of too many attempts. */
public final class LoginRefusedException extends RuntimeException {

    private final boolean tooOften;

    LoginRefusedException(String message, boolean tooOften) {
        super(message);
        this.tooOften = tooOften;
    }

    /** Returns whether the password was not checked, because there were too many wrong ones or too many checks. */
    public boolean isTooOften() {
        return tooOften;
    }
}
