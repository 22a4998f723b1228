package io.github.rowmill.operate.access;

import io.quarkus.security.AuthenticationException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;

/** Thrown if a caller lacks the permission for an operation. */
public final class DeniedException extends RuntimeException {

    private final boolean known;

    public DeniedException(String message, boolean known) {
        super(message);
        this.known = known;
    }

    /**
     * Returns a refusal by the application's own security as a {@code DeniedException}, and any other exception
     * unchanged.
     */
    public static Throwable ofSecurity(Throwable thrown) {
        if (thrown instanceof UnauthorizedException || thrown instanceof AuthenticationException) {
            return new DeniedException("the application's security did not authenticate the caller", false);
        }
        return thrown instanceof ForbiddenException
                ? new DeniedException("the application's security denied the request", true)
                : thrown;
    }

    /** Returns whether the caller is authenticated. If not, the caller may authenticate and try again. */
    public boolean isKnown() {
        return known;
    }
}
