package io.github.rowmill.operate.http.caller;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.access.OpenAccess;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.text.Printable;
import io.vertx.core.net.HostAndPort;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limits the hosts in requests to a node that is open to everyone. The owner of a foreign domain can let it
 * resolve to an address of this machine or its network. To a browser, a page of that domain and the node are one
 * site then, and nothing else keeps them apart. If callers must authenticate, such a page has no credentials, and
 * every host is accepted.
 */
@Singleton
class OwnHosts {

    private static final Pattern LOOPBACK = Pattern.compile("(.+\\.)?localhost|127(\\.\\d{1,3}){3}|\\[?::1]?");

    private final OpenAccess doors;
    private final Set<String> configured;

    OwnHosts(OpenAccess doors, RowmillConfig config) {
        this.doors = doors;
        this.configured = config.access().hosts().orElse(Set.of()).stream()
                .map(host -> lower(host.strip()))
                .collect(Collectors.toSet());
    }

    /** @throws ProblemException if the node is open and this host is neither loopback nor configured */
    void require(@Nullable HostAndPort authority) {
        if (!doors.areOpen()) {
            return;
        }
        String host = authority == null ? "" : lower(authority.host());
        if (!LOOPBACK.matcher(host).matches() && !configured.contains(host)) {
            throw ProblemException.of(
                    Kind.FOREIGN_HOST,
                    "this node is open to everyone, so it answers only on localhost; to reach it as '%s', add that host to rowmill.access.hosts, or configure who may enter"
                            .formatted(Printable.of(host)));
        }
    }

    private static String lower(String host) {
        return host.toLowerCase(Locale.ROOT);
    }
}
