package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.admin.AdminQueues;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.live.LivePage;
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
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * The page of queues, and the actions on them. No path contains the name of a queue, as it may hold any character.
 * Public, as {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill/queues")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class QueuesResource implements LivePage {

    private static final int CONFLICT = 409;
    private static final String STALE = "the rules have changed since you opened the page. These are the current ones.";

    private final Pages pages;
    private final AdminQueues queues;
    private final QueueViews views;
    private final Access access;

    QueuesResource(Pages pages, AdminQueues queues, QueueViews views, Access access) {
        this.pages = pages;
        this.queues = queues;
        this.views = views;
        this.access = access;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance queues(Frame frame, QueueList page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("queue") @Nullable String queue) {
        return pages.ok(live(pages.frame(NavigationPage.QUEUES, "Queues").live(word(), queue), queue));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.QUEUES;
    }

    @Override
    public void require(@Nullable String queue) {
        if (queue == null) {
            access.requireSomewhere(Permission.VIEW);
        } else {
            access.require(Permission.VIEW, queue);
        }
    }

    @Override
    public TemplateInstance live(Frame frame, @Nullable String queue) {
        QueueList page = views.list(frame.viewer(), queue);
        return Templates.queues(frame.titled(page.title()).troubledIf(page.behind() > 0), page);
    }

    @POST
    @Path("/pause")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response pause(
            @FormParam("queue") @DefaultValue("") String queue, @FormParam("type") @Nullable String type) {
        queues.pause(queue, type);
        return done(queue, ConfirmedAction.PAUSE);
    }

    @POST
    @Path("/resume")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response resume(
            @FormParam("queue") @DefaultValue("") String queue, @FormParam("type") @Nullable String type) {
        queues.resume(queue, type);
        return done(queue, ConfirmedAction.RESUME);
    }

    @POST
    @Path("/rules")
    @Operation(hidden = true)
    @TakesBody.FromAdmins
    public Response rules(MultivaluedMap<String, String> form) {
        String queue = Objects.requireNonNullElse(form.getFirst("queue"), "");
        try {
            queues.change(queue, new RulesForm(form)::over);
            return done(queue, ConfirmedAction.RULES);
        } catch (RulesForm.StaleException e) {
            Frame frame = pages.frame(NavigationPage.QUEUES, "Queues").live(word(), queue);
            return pages.answer(CONFLICT, live(frame.refusing(STALE), queue));
        }
    }

    @POST
    @Path("/unblock")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response unblock(
            @FormParam("queue") @DefaultValue("") String queue, @FormParam("key") @DefaultValue("") String key) {
        if (queue.isEmpty() || key.isEmpty()) {
            throw ProblemException.of(List.of(new Violation(queue.isEmpty() ? "queue" : "key", "must be given")));
        }
        queues.unblock(queue, key);
        return done(queue, ConfirmedAction.UNBLOCK);
    }

    private Response done(String queue, ConfirmedAction deed) {
        return pages.done("queues?queue=" + Search.encoded(queue), deed);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
