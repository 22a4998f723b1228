package io.github.rowmill.operate.page;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.LoginRefusedException;
import io.github.rowmill.operate.access.Logins;
import io.github.rowmill.operate.access.Sessions;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** Signs users of configuration in at the page, and out. */
@Path(Dashboard.PATH)
@Blocking
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
class Login {

    static final String PATH = Dashboard.PATH + "/login";

    private final RowmillConfig config;
    private final Logins logins;
    private final Sessions sessions;

    Login(RowmillConfig config, Logins logins, Sessions sessions) {
        this.config = config;
        this.logins = logins;
        this.sessions = sessions;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance login(String name, @Nullable String error);
    }

    @GET
    @Path("/login")
    @Operation(hidden = true)
    public Response form() {
        requireOn();
        return form(Response.Status.OK, "", null);
    }

    @POST
    @Path("/login")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    public Response signIn(
            @FormParam("name") @DefaultValue("") String name,
            @FormParam("password") @DefaultValue("") String password,
            UriInfo uri,
            HttpServerRequest request) {
        requireOn();
        try {
            Caller user = logins.user(name, password, request.remoteAddress().hostAddress());
            return Pages.answer(Response.seeOther(URI.create(Dashboard.PATH))
                    .cookie(cookie(
                            sessions.open(user), (int) sessions.lifetime().toSeconds(), uri)));
        } catch (LoginRefusedException e) {
            Response.Status status = e.isTooOften() ? Response.Status.TOO_MANY_REQUESTS : Response.Status.UNAUTHORIZED;
            return form(status, name, e.getMessage());
        }
    }

    @POST
    @Path("/logout")
    @Operation(hidden = true)
    public Response signOut(@CookieParam(Sessions.COOKIE) @Nullable String session, UriInfo uri) {
        requireOn();
        if (session != null) {
            sessions.close(session);
        }
        return Pages.answer(Response.seeOther(URI.create(PATH)).cookie(cookie("", 0, uri)));
    }

    private void requireOn() {
        if (!config.dashboard().enabled()) {
            throw new NotFoundException();
        }
    }

    private static Response form(Response.Status status, String name, @Nullable String error) {
        return Pages.answer(Response.status(status)
                .entity(Templates.login(name, error).render())
                .type(Pages.HTML));
    }

    /** For no script, for no other site's request but a link, and for no wire that others can read if this one is not. */
    private static NewCookie cookie(String value, int seconds, UriInfo uri) {
        return new NewCookie.Builder(Sessions.COOKIE)
                .value(value)
                .path(uri.getBaseUri().getPath() + Dashboard.PATH)
                .maxAge(seconds)
                .httpOnly(true)
                .secure("https".equals(uri.getBaseUri().getScheme()))
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }
}
