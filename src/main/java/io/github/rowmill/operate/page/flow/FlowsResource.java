package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.FlowView;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.admin.flow.AdminFlows;
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
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The pages of flows, and the actions on them. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/flows")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class FlowsResource {

    private static final String ID = "/{id: [0-9]{1,18}}";

    private final Pages pages;
    private final AdminFlows flows;

    FlowsResource(Pages pages, AdminFlows flows) {
        this.pages = pages;
        this.flows = flows;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance flows(Frame frame, FlowList page);

        static native TemplateInstance flow(Frame frame, FlowDetail page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(
            @QueryParam("after") @Nullable Long after, @QueryParam("state") @DefaultValue("") String state) {
        FlowView.State wanted = Arrays.stream(FlowView.State.values())
                .filter(one -> Badge.word(one).equals(state))
                .findFirst()
                .orElse(null);
        Frame frame = pages.frame(NavigationPage.FLOWS, "Flows");
        return pages.ok(Templates.flows(frame, list(after, wanted)));
    }

    private FlowList list(@Nullable Long after, FlowView.@Nullable State state) {
        long below = after == null ? Long.MAX_VALUE : after;
        boolean isFirst = after == null;
        Page<FlowReader.Row> page = flows.page(new FlowReader.Query(below, null, state), View.ROWS);
        if (state != null) {
            return FlowList.of(state, page, isFirst);
        }
        return FlowList.ofAll(isFirst ? flows.held(View.ROWS) : List.of(), page, isFirst);
    }

    @GET
    @Path(ID)
    @Operation(hidden = true)
    public Response show(@PathParam("id") long id) {
        AdminFlows.Detail detail = flows.detail(id);
        Frame frame = pages.frame(NavigationPage.FLOWS, "Flow " + id);
        FlowDetail page = FlowDetail.of(detail, frame.requireTimes());
        boolean isHeld = detail.flow().state() == FlowView.State.HELD;
        return pages.ok(Templates.flow(frame.titled(page.title()).troubledIf(isHeld), page));
    }

    @POST
    @Path(ID + "/cancel")
    @Operation(hidden = true)
    public Response cancel(@PathParam("id") long id) {
        flows.cancel(id);
        return pages.done("flows/" + id, ConfirmedAction.CANCEL_FLOW);
    }

    @POST
    @Path(ID + "/retry")
    @Operation(hidden = true)
    public Response retry(@PathParam("id") long id) {
        flows.retry(id);
        return pages.done("flows/" + id, ConfirmedAction.RETRY_FLOW);
    }

    @POST
    @Path(ID + "/let-go")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response letGo(@PathParam("id") long id, @FormParam("part") @DefaultValue("") String part) {
        flows.letGo(id, part);
        return pages.done("flows/" + id, ConfirmedAction.LET_GO);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
