package io.github.rowmill.operate.http.caller;

import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Printable;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses writes that a page of another site makes a browser send with the user's credentials. The check uses the
 * header {@code Sec-Fetch-Site}, which no page can set, or {@code Origin} for an older browser. Programs send
 * neither.
 */
final class OwnOrigin {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443);

    private static final String PROXY =
            "If a proxy changes the header Host, let it pass the host on, or set quarkus.http.proxy.proxy-address-forwarding, quarkus.http.proxy.allow-x-forwarded and quarkus.http.proxy.enable-forwarded-host to true, and quarkus.http.proxy.trusted-proxies to its address";

    private OwnOrigin() {}

    /** @throws ProblemException if a page of another site sends the request, and it is a write */
    static void require(HttpServerRequest request) {
        if (READS.contains(request.method().name())) {
            return;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site == null) {
            requireOrigin(request.getHeader("Origin"), request.authority());
        } else if (!site.equals("same-origin") && !site.equals("none")) {
            throw foreign("");
        }
    }

    private static void requireOrigin(@Nullable String origin, @Nullable HostAndPort authority) {
        if (origin != null && !isOf(origin, authority)) {
            throw foreign(": its origin is '%s', and this request is addressed to '%s'. %s"
                    .formatted(Printable.of(origin), Printable.of(String.valueOf(authority)), PROXY));
        }
    }

    private static ProblemException foreign(String why) {
        return ProblemException.of(
                Kind.FOREIGN_ORIGIN,
                "a page of another site has sent this request, and only Rowmill's own page may change data" + why);
    }

    /** Returns whether the origin has this host and port. Requests over HTTP/2 have no header with them. */
    private static boolean isOf(String origin, @Nullable HostAndPort authority) {
        try {
            URI page = URI.create(origin);
            Integer usual = page.getScheme() == null ? null : DEFAULT_PORTS.get(page.getScheme());
            return usual != null
                    && authority != null
                    && authority.host().equalsIgnoreCase(page.getHost())
                    && port(authority.port(), usual) == port(page.getPort(), usual);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int port(int said, int usual) {
        return said > 0 ? said : usual;
    }
}
