package io.github.rowmill.operate.page.entry;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.View;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Sets the time zone of the pages. It is a preference of the browser, not of a user. Public, as
 * {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill/zone")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class ZoneResource {

    private static final Duration KEPT = Duration.ofDays(365);

    private final Pages pages;

    ZoneResource(Pages pages) {
        this.pages = pages;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance zone(Frame frame, List<String> zones);
    }

    @GET
    @Operation(hidden = true)
    public Response form() {
        return pages.ok(Templates.zone(pages.outside("Time zone"), View.zones()));
    }

    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    @TakesBody.FromAnybody
    public Response choose(@FormParam("zone") @Nullable String zone) {
        String cookie = "%s=%s; Max-Age=%s; SameSite=Strict; HttpOnly"
                .formatted(View.ZONE, View.zone(zone).getId(), KEPT.toSeconds());
        return Response.fromResponse(pages.done("", ConfirmedAction.ZONE))
                .header(HttpHeaders.SET_COOKIE, cookie)
                .build();
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
