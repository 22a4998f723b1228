package io.github.rowmill.operate.page;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.caller.CallerFilter;
import io.github.rowmill.operate.http.json.Problem;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Answers 404 to requests for pages while the dashboard is off, and adds security headers to all pages. The policy
 * permits only the dashboard's own files, so that an injected script does not run. A request that is refused
 * before it reaches a page is also answered by a page. Public and with providers, as
 * {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class PageFilter {

    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final int FIRST_ERROR = 400;

    private final Provider<Site> site;
    private final Provider<Pages> pages;

    PageFilter(Provider<Site> site, Provider<Pages> pages) {
        this.site = site;
        this.pages = pages;
    }

    @ServerRequestFilter(preMatching = true)
    public @Nullable Response refuseIfOff(ContainerRequestContext request) {
        return isPage(request.getUriInfo()) && !site.get().isOn()
                ? Response.status(Response.Status.NOT_FOUND).build()
                : null;
    }

    @ServerResponseFilter
    public void guard(ContainerRequestContext request, ContainerResponseContext response) {
        if (!isPage(request.getUriInfo()) || !site.get().isOn()) {
            return;
        }
        if (response.getStatus() >= FIRST_ERROR && !isHtml(response)) {
            String page = request.getProperty(CallerFilter.PROBLEM) instanceof Problem problem
                    ? pages.get().plain(problem)
                    : pages.get().plain(response.getStatus());
            response.setEntity(page, null, MediaType.valueOf(Pages.HTML));
        }
        MultivaluedMap<String, Object> headers = response.getHeaders();
        headers.putSingle("Content-Security-Policy", POLICY);
        headers.putSingle("Referrer-Policy", "no-referrer");
    }

    private static boolean isHtml(ContainerResponseContext response) {
        return response.getMediaType() != null && response.getMediaType().isCompatible(MediaType.TEXT_HTML_TYPE);
    }

    private static boolean isPage(UriInfo uri) {
        return OwnPaths.isOurs(uri) && !OwnPaths.isApi(uri);
    }
}
