package io.github.rowmill.operate.page;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.UnansweredException;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Credentials;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.caller.Challenge;
import io.github.rowmill.operate.http.json.Problem;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Creates frames, responses and error pages for the current request. */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class Pages {

    /** Media type of all pages. */
    public static final String HTML = "text/html;charset=UTF-8";

    /** Path of the sign-in page, below {@code /rowmill/}. */
    public static final String SIGN_IN = "login";

    /** Seconds after which a page is loaded again if the database did not answer. */
    private static final int RETRY_SECONDS = 5;

    private final Site site;
    private final ReadDatabase database;
    private final Problems problems;
    private final Visitor visitor;
    private final Challenge challenge;

    Pages(Site site, ReadDatabase database, Problems problems, Visitor visitor, Challenge challenge) {
        this.site = site;
        this.database = database;
        this.problems = problems;
        this.visitor = visitor;
        this.challenge = challenge;
    }

    /** The current request and its caller. */
    @Singleton
    @IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
    static class Visitor {

        private final CurrentCaller current;
        private final Credentials credentials;
        private final UriInfo uri;
        private final HttpHeaders headers;
        private final Request request;

        Visitor(CurrentCaller current, Credentials credentials, UriInfo uri, HttpHeaders headers, Request request) {
            this.current = current;
            this.credentials = credentials;
            this.uri = uri;
            this.headers = headers;
            this.request = request;
        }

        View view() {
            return View.of(relativePath(), this::cookie);
        }

        /** As the browser counts its folders: an encoded slash is none. */
        private String relativePath() {
            String whole = uri.getRequestUri().getRawPath();
            String root = uri.getBaseUri().getRawPath();
            return whole.startsWith(root) ? whole.substring(root.length()) : uri.getPath();
        }

        private @Nullable String cookie(String name) {
            Cookie cookie = headers.getCookies().get(name);
            return cookie == null ? null : cookie.getValue();
        }

        Viewer viewer() {
            return new Viewer(current.get(), current.get().isKnown() && credentials.hasUsers());
        }

        @Nullable
        FlashMessage remark() {
            return ConfirmedAction.remark(uri.getQueryParameters().getFirst(ConfirmedAction.PARAMETER));
        }

        boolean maySignIn() {
            return credentials.hasUsers();
        }

        /** Returns whether the request can be repeated without harm. */
        boolean onlyReads() {
            return request.getMethod().equals(HttpMethod.GET);
        }

        String path() {
            return uri.getRequestUri().getPath();
        }
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance plain(Frame frame, ErrorPage page);
    }

    /**
     * Returns the frame of the requested page.
     *
     * @param place the place of the page in the navigation
     * @throws UnansweredException if the database does not return its time
     */
    public Frame frame(NavigationPage place, String title) {
        return frame(database.now(), place, title);
    }

    /** Returns the frame of a page that shows nothing of the database. */
    public Frame outside(String title) {
        return frame(null, null, title);
    }

    private Frame frame(@Nullable Instant now, @Nullable NavigationPage place, String title) {
        View view = visitor.view();
        Times times = now == null ? null : new Times(now, view.zone());
        return new Frame(site, view, visitor.viewer(), times, place, title, visitor.remark(), false, null);
    }

    /** Returns a response with a page. */
    public Response ok(TemplateInstance page) {
        return answer(Response.Status.OK.getStatusCode(), page);
    }

    /** Returns a response with a page and this status. */
    public Response answer(int status, TemplateInstance page) {
        return Response.status(status).entity(page.render()).type(HTML).build();
    }

    /** Redirects the browser to a path below {@code /rowmill/}. */
    public Response seeOther(String path) {
        return Response.status(Response.Status.SEE_OTHER)
                .header(HttpHeaders.LOCATION, visitor.view().base() + path)
                .build();
    }

    /** Redirects the browser to a path below {@code /rowmill/}, where the page confirms the action. */
    public Response done(String path, ConfirmedAction deed) {
        return told(path, deed.word());
    }

    /**
     * Redirects the browser to a page that confirms an action on many tasks.
     *
     * @param done the number of tasks that were changed
     * @param left the number of tasks that stayed as they were
     */
    public Response done(String path, ConfirmedAction deed, int done, int left) {
        return told(path, "%s.%s.%s".formatted(deed.word(), done, left));
    }

    private Response told(String path, String what) {
        return seeOther(path + (path.contains("?") ? "&" : "?") + ConfirmedAction.PARAMETER + "=" + what);
    }

    /** Returns the page for an error that was answered with only a status, before the request reached a page. */
    String plain(int status) {
        return plain(ErrorPage.ofStatus(status));
    }

    /** Returns the page for a request that was refused before it reached a page. */
    String plain(Problem problem) {
        return plain(ErrorPage.of(problem));
    }

    private String plain(ErrorPage page) {
        return Templates.plain(outside(page.heading()).troubled(), page).render();
    }

    /** Returns only the status for a request that ended in an exception. It is for requests of scripts. */
    public int status(Throwable thrown) {
        return problems.of(thrown, visitor.path()).status();
    }

    /**
     * Returns the response to a request that ended in an exception: a page with the problem that the API would
     * report. If the caller is unknown and can sign in, it redirects to the sign-in page.
     */
    public Response refused(Throwable thrown) {
        boolean isUnknown = DeniedException.ofSecurity(thrown) instanceof DeniedException denied && !denied.isKnown();
        if (isUnknown && visitor.maySignIn()) {
            return seeOther(SIGN_IN);
        }
        Problem problem = problems.of(thrown, visitor.path());
        ErrorPage page = visitor.onlyReads()
                ? ErrorPage.of(problem)
                : ErrorPage.of(problem).once();
        Response.ResponseBuilder answer = Response.status(page.status())
                .entity(Templates.plain(outside(page.heading()).troubled(), page)
                        .render())
                .type(MediaType.valueOf(HTML));
        if (isUnknown && visitor.onlyReads()) {
            challenge.ask(answer);
        }
        if (page.isTriedAgain()) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS).header("Refresh", RETRY_SECONDS);
        }
        return answer.build();
    }
}
