package io.github.rowmill.operate.page;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.RestPath;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.http.body.AnswerHeaders;
import io.quarkus.arc.properties.IfBuildProperty;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Set;

/**
 * Routes besides the resources of the pages: the redirect to the first page, the caching of static files, and
 * the page for unknown paths.
 */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
class PageRoutes {

    private static final String ROOT = "/" + View.ROOT;

    /** Order before files and resources. */
    private static final int FIRST = Integer.MIN_VALUE + 1;

    /** Order after the application's security. Quarkus itself serves files of jars only below the root path. */
    private static final int BEFORE_RESOURCES = 1;

    /** Order after all other routes. The API's own last route has answered for its paths before. */
    private static final int LAST = 30_001;

    private static final int FOUND = 302;
    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    private static final String CHECKED = "no-cache";

    /** Statuses of answers with a file, a part of one, or one that has not changed. */
    private static final Set<Integer> SENT = Set.of(200, 206, 304);

    private final Site site;
    private final RestPath rest;

    PageRoutes(Site site, RestPath rest) {
        this.site = site;
        this.rest = rest;
    }

    void install(@Observes Router router) {
        String root = rest.belowRoot() + ROOT;
        String files = root + "/" + Assets.FOLDER + "*";
        router.route(HttpMethod.GET, root).order(FIRST).handler(this::enter);
        router.route(files).order(FIRST).handler(PageRoutes::keep);
        if (!root.equals(ROOT)) {
            router.route(files).order(BEFORE_RESOURCES).handler(StaticHandler.create(Assets.RESOURCES));
        }
        router.route(root + "/*").order(LAST).handler(this::notFound);
    }

    /**
     * Redirects to the path with a slash at its end, as links are relative to the folder. In dev mode Quarkus
     * would redirect too, but to a path without a proxy's prefix.
     */
    private void enter(RoutingContext route) {
        if (!site.isOn() || route.request().path().endsWith("/")) {
            route.next();
            return;
        }
        AnswerHeaders.put(route.response())
                .setStatusCode(FOUND)
                .putHeader(HttpHeaders.LOCATION, View.ROOT + "/")
                .end();
    }

    /**
     * Lets browsers keep a file for ever if the link names its content. A link of a node with another version does
     * not, nor does one whose answer is the application's own, such as a redirect to a login.
     */
    private static void keep(RoutingContext route) {
        boolean isOfThisContent =
                Assets.isOfThisContent(route.request().path(), route.request().query());
        route.addHeadersEndHandler(done -> {
            if (SENT.contains(route.response().getStatusCode())) {
                route.response().putHeader(HttpHeaders.CACHE_CONTROL, isOfThisContent ? FOR_EVER : CHECKED);
            }
        });
        route.next();
    }

    private void notFound(RoutingContext route) {
        if (!site.isOn()) {
            route.next();
            return;
        }
        ErrorPage page = ErrorPage.notFound("No page of the dashboard has this address");
        AnswerHeaders.put(route.response())
                .setStatusCode(page.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Pages.HTML)
                .putHeader("Content-Security-Policy", PageFilter.POLICY)
                .end(Pages.Templates.plain(frame(route, page), page).render());
    }

    /** Returns a frame for an anonymous viewer, as the caller is not authenticated here. */
    private Frame frame(RoutingContext route, ErrorPage page) {
        String path = route.request().path();
        int from = path.lastIndexOf(ROOT + "/");
        View view = View.of(path.substring(Math.max(0, from)), name -> {
            Cookie cookie = route.request().getCookie(name);
            return cookie == null ? null : cookie.getValue();
        });
        return new Frame(site, view, new Viewer(Caller.NOBODY, false), null, null, page.heading(), null, false, null);
    }
}
