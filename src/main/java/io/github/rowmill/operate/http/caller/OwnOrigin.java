package io.github.rowmill.operate.http.caller;

import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.Objects;
import java.util.Set;

/**
 * Refuses writes that a page of another site has a browser send along with what the browser knows of the user: by the
 * header {@code Sec-Fetch-Site}, which no page can set, or, of an older browser, by {@code Origin}. Programs send neither.
 */
final class OwnOrigin {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private OwnOrigin() {}

    /** @throws ProblemException the request is a write of another site's page */
    static void require(ContainerRequestContext request) {
        if (!READS.contains(request.getMethod()) && isForeign(request)) {
            throw ProblemException.of(
                    Kind.FOREIGN_ORIGIN, "a page of another site has sent this; only Rowmill's own page may");
        }
    }

    private static boolean isForeign(ContainerRequestContext request) {
        String site = request.getHeaderString("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = request.getHeaderString("Origin");
        return origin != null && !isHost(origin, request.getHeaderString(HttpHeaders.HOST));
    }

    private static boolean isHost(String origin, String host) {
        try {
            return Objects.equals(URI.create(origin).getRawAuthority(), host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
