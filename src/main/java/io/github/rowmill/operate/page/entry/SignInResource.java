package io.github.rowmill.operate.page.entry;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.LoginRefusedException;
import io.github.rowmill.operate.access.Logins;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Pages;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Signs users of the configuration in and out by the dashboard. Public, as
 * {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class SignInResource {

    private final Pages pages;
    private final Logins logins;
    private final Sessions sessions;

    SignInResource(Pages pages, Logins logins, Sessions sessions) {
        this.pages = pages;
        this.logins = logins;
        this.sessions = sessions;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance login(Frame frame, String name, @Nullable String error);
    }

    @GET
    @Path("/login")
    @Operation(hidden = true)
    public Response form() {
        return form(Response.Status.OK, "", null);
    }

    @POST
    @Path("/login")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    @TakesBody.FromAnybody
    public Response signIn(
            @FormParam("name") @DefaultValue("") String name,
            @FormParam("password") @DefaultValue("") String password,
            UriInfo uri,
            HttpServerRequest request) {
        try {
            Caller user = logins.user(name, password, request.remoteAddress().hostAddress());
            String session = sessions.open(user);
            return Response.fromResponse(pages.seeOther(""))
                    .cookie(cookie(session, (int) sessions.lifetime().toSeconds(), uri))
                    .build();
        } catch (LoginRefusedException e) {
            Response.Status status = e.isTooOften() ? Response.Status.TOO_MANY_REQUESTS : Response.Status.UNAUTHORIZED;
            return form(status, name, e.getMessage());
        }
    }

    @POST
    @Path("/logout")
    @Operation(hidden = true)
    public Response signOut(
            @CookieParam(Sessions.COOKIE) @Nullable String session, UriInfo uri, HttpServerRequest request) {
        if (session != null
                && sessions.find(session, request.remoteAddress().hostAddress()).isPresent()) {
            sessions.close(session);
        }
        return Response.fromResponse(pages.seeOther(Pages.SIGN_IN))
                .cookie(cookie("", 0, uri))
                .build();
    }

    private Response form(Response.Status status, String name, @Nullable String error) {
        Frame frame = pages.outside("Sign in");
        return pages.answer(status.getStatusCode(), Templates.login(frame, name, error));
    }

    /**
     * Returns the cookie of a session. Scripts cannot read it, and requests from other sites carry it only for a
     * link. It is limited to HTTPS if this request came by HTTPS. It has no path, so that the browser limits it to
     * the folder of this page, with the prefix of a proxy.
     */
    private static NewCookie cookie(String value, int seconds, UriInfo uri) {
        return new NewCookie.Builder(Sessions.COOKIE)
                .value(value)
                .maxAge(seconds)
                .httpOnly(true)
                .secure("https".equals(uri.getBaseUri().getScheme()))
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
