package io.github.rowmill.operate.page.node;

import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.admin.AdminNodes;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.live.LivePage;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The page of nodes. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/nodes")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class NodesResource implements LivePage {

    private final Pages pages;
    private final AdminNodes nodes;
    private final Access access;

    NodesResource(Pages pages, AdminNodes nodes, Access access) {
        this.pages = pages;
        this.nodes = nodes;
        this.access = access;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance nodes(Frame frame, NodeList page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("after") @Nullable String after) {
        return pages.ok(live(pages.frame(NavigationPage.NODES, "Nodes").live(word(), after), after));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.NODES;
    }

    @Override
    public void require(@Nullable String after) {
        access.requireEverywhere(Permission.VIEW);
    }

    @Override
    public TemplateInstance live(Frame frame, @Nullable String after) {
        List<Node> oneMore = nodes.page(after == null ? "" : after, null, NodeList.SIZE + 1);
        NodeList page = NodeList.of(oneMore, nodes.counts(), nodes.remote());
        return Templates.nodes(
                frame.titled(page.title()).troubledIf(page.counts().lostWithTasks() > 0), page);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
