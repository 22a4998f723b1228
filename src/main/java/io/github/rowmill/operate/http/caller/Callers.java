package io.github.rowmill.operate.http.caller;

import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Credentials;
import io.github.rowmill.operate.access.LoginRefusedException;
import io.github.rowmill.operate.access.Logins;
import io.github.rowmill.operate.access.OpenAccess;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the caller of a request. Users of the application's own security are recognized by it. Configured users
 * send a password or a session, and programs send a token.
 */
@Singleton
class Callers {

    private static final String BASIC = "basic ";
    private static final String BEARER = "bearer ";

    private final Credentials credentials;
    private final Logins logins;
    private final Sessions sessions;
    private final OpenAccess doors;
    private final Instance<SecurityIdentity> identity;

    Callers(
            Credentials credentials,
            Logins logins,
            Sessions sessions,
            OpenAccess doors,
            Instance<SecurityIdentity> identity) {
        this.credentials = credentials;
        this.logins = logins;
        this.sessions = sessions;
        this.doors = doors;
        this.identity = identity;
    }

    /**
     * Returns the caller with this {@code Authorization} header, or with this session, at this address.
     *
     * @throws ProblemException if the header is invalid, or its password or token is wrong
     */
    Caller of(@Nullable String authorization, @Nullable String session, @Nullable String address) {
        Caller caller = ofApplication().orElseGet(() -> shown(authorization, session, String.valueOf(address)));
        return (doors.areOpen() ? caller.withAll() : caller).at(address);
    }

    private Optional<Caller> ofApplication() {
        if (!identity.isResolvable() || identity.get().isAnonymous()) {
            return Optional.empty();
        }
        SecurityIdentity known = identity.get();
        return Optional.of(credentials.ofApplication(known.getPrincipal().getName(), known.getRoles()));
    }

    private Caller shown(@Nullable String authorization, @Nullable String session, String address) {
        if (doors.areOpen()) {
            return Caller.NOBODY;
        }
        try {
            return authorization != null
                    ? authorized(authorization, address)
                    : Optional.ofNullable(session)
                            .flatMap(token -> sessions.find(token, address))
                            .orElse(Caller.NOBODY);
        } catch (LoginRefusedException e) {
            throw ProblemException.of(
                    e.isTooOften() ? Kind.TOO_MANY_FAILURES : Kind.UNAUTHENTICATED, String.valueOf(e.getMessage()));
        }
    }

    private Caller authorized(String header, String address) {
        String scheme = header.toLowerCase(Locale.ROOT);
        if (scheme.startsWith(BEARER)) {
            return logins.token(header.substring(BEARER.length()).trim(), address);
        }
        String pair = scheme.startsWith(BASIC)
                ? decoded(header.substring(BASIC.length()).trim())
                : "";
        int colon = pair.indexOf(':');
        if (colon < 0) {
            throw ProblemException.of(
                    Kind.UNAUTHENTICATED,
                    "the header Authorization is neither 'Bearer' with a token nor 'Basic' with a name and a password");
        }
        return logins.user(pair.substring(0, colon), pair.substring(colon + 1), address);
    }

    private static String decoded(String basic) {
        try {
            return new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
