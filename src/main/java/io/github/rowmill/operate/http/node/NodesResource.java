package io.github.rowmill.operate.http.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.operate.admin.AdminNodes;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.PageByName;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads the nodes over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/nodes")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class NodesResource {

    private final AdminNodes nodes;
    private final Json json;
    private final Problems problems;

    NodesResource(AdminNodes nodes, Json json, Problems problems) {
        this.nodes = nodes;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listNodes",
            summary =
                    "Lists the nodes that work, nodes that stopped or were lost within a week, and remote workers, by name.")
    @APIResponseSchema(value = NodePage.class, responseCode = "200", responseDescription = "A page of nodes")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(
            @BeanParam PageByName page,
            @QueryParam("state")
                    @Parameter(
                            description = "Only nodes in this state.",
                            schema =
                                    @Schema(
                                            implementation = String.class,
                                            enumeration = {"up", "draining", "stopped", "lost"}))
                    @Nullable
                    String state) {
        int limit = page.limit();
        List<Node> oneMore = nodes.page(page.after(), NodeJson.state(state), limit + 1);
        boolean isWhole = state == null && page.after().isEmpty();
        return json.write(NodePage.of(oneMore, limit, isWhole ? nodes.remote() : List.of()));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
