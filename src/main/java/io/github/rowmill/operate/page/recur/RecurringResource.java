package io.github.rowmill.operate.page.recur;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminSchedules;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.View;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * The page of schedules, and the actions on them. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill/recurring")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class RecurringResource {

    private final Pages pages;
    private final AdminSchedules schedules;
    private final EnqueueRate rate;

    RecurringResource(Pages pages, AdminSchedules schedules, EnqueueRate rate) {
        this.pages = pages;
        this.rate = rate;
        this.schedules = schedules;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance recurring(Frame frame, ScheduleList page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("after") @DefaultValue("") String after) {
        Frame frame = pages.frame(NavigationPage.RECURRING, "Recurring");
        return pages.ok(Templates.recurring(
                frame,
                ScheduleList.of(
                        schedules.upcoming(
                                after, View.ROWS, frame.requireTimes().now()),
                        frame.requireTimes())));
    }

    @POST
    @Path("/run")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response run(@FormParam("name") @DefaultValue("") String name) {
        rate.take(1);
        return pages.done("tasks/" + schedules.runNow(name), ConfirmedAction.ENQUEUE);
    }

    @POST
    @Path("/pause")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response pause(@FormParam("name") @DefaultValue("") String name) {
        schedules.pause(name);
        return pages.done("recurring", ConfirmedAction.PAUSE_SCHEDULE);
    }

    @POST
    @Path("/resume")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response resume(@FormParam("name") @DefaultValue("") String name) {
        schedules.resume(name);
        return pages.done("recurring", ConfirmedAction.RESUME_SCHEDULE);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
