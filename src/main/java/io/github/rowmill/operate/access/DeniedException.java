package io.github.rowmill.operate.access;

import io.quarkus.security.AuthenticationException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;

/** A caller may not do what it asked for. */
public final class DeniedException extends RuntimeException {

    private final boolean known;

    public DeniedException(String message, boolean known) {
        super(message);
        this.known = known;
    }

    /** Returns the refusal of the application's own security as one of ours, and any other exception as it is. */
    public static Throwable ofSecurity(Throwable thrown) {
        if (thrown instanceof UnauthorizedException || thrown instanceof AuthenticationException) {
            return new DeniedException("the application's security does not know who asks", false);
        }
        return thrown instanceof ForbiddenException
                ? new DeniedException("the application's security does not permit this", true)
                : thrown;
    }

    /** Whether the caller has shown who it is: if not, it may do so and ask again. */
    public boolean isKnown() {
        return known;
    }
}
