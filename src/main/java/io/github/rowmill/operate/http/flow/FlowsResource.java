package io.github.rowmill.operate.http.flow;

import io.github.rowmill.operate.admin.flow.AdminFlows;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Lists flows, and cancels, retries and goes on with them over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/flows")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class FlowsResource {

    private final AdminFlows flows;
    private final Json json;
    private final Problems problems;

    FlowsResource(AdminFlows flows, Json json, Problems problems) {
        this.flows = flows;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(operationId = "listFlows", summary = "Lists flows, the newest first.")
    @APIResponseSchema(value = FlowPage.class, responseCode = "200", responseDescription = "A page of flows")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam FlowQuery query) {
        FlowQuery.Asked asked = query.read();
        return json.write(FlowPage.of(flows.page(asked.query(), asked.limit())));
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getFlow", summary = "Reads a flow with its parts.")
    @APIResponseSchema(value = FlowJson.class, responseCode = "200", responseDescription = "The flow")
    @APIResponse(responseCode = "404", description = "There is no such flow")
    public String get(@PathParam("id") long id) {
        return json.write(FlowJson.of(flows.find(id)));
    }

    @POST
    @Path("/{id}/cancel")
    @Operation(
            operationId = "cancelFlow",
            summary = "Cancels all tasks of a flow that have not ended.",
            description =
                    "The tasks of a large flow are cancelled one thousand after the other, also after the answer.")
    @APIResponseSchema(value = FlowJson.class, responseCode = "200", responseDescription = "The flow, cancelled")
    @APIResponse(responseCode = "404", description = "There is no such flow")
    @APIResponse(responseCode = "409", description = "The flow has ended")
    public String cancel(@PathParam("id") long id) {
        return json.write(FlowJson.of(flows.cancel(id)));
    }

    @POST
    @Path("/{id}/retry")
    @Operation(
            operationId = "retryFlow",
            summary = "Queues all tasks of a flow again that are dead or cancelled.",
            description =
                    "Tasks whose part has not started wait again. A flow that has ended is open again. Completed tasks stay as they are.")
    @APIResponseSchema(value = FlowJson.class, responseCode = "200", responseDescription = "The flow, retried")
    @APIResponse(responseCode = "404", description = "There is no such flow")
    @APIResponse(responseCode = "409", description = "Another flow has its unique key now")
    public String retry(@PathParam("id") long id) {
        return json.write(FlowJson.of(flows.retry(id)));
    }

    @POST
    @Path("/{id}/parts/{part}/let-go")
    @Operation(operationId = "letGoPart", summary = "Starts a part that is held because a task before it has failed.")
    @APIResponseSchema(value = FlowJson.class, responseCode = "200", responseDescription = "The flow, going on")
    @APIResponse(responseCode = "404", description = "There is no such flow")
    @APIResponse(responseCode = "409", description = "The flow has no such part, or the part is not held")
    public String letGo(@PathParam("id") long id, @PathParam("part") String part) {
        return json.write(FlowJson.of(flows.letGo(id, part)));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
