package io.github.rowmill.operate.http;

import io.github.rowmill.api.Queues;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.RulesJson;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Pauses and limits queues over HTTP. Public, as {@link ApiFilter} is. */
@Path(TasksResource.API + "/queues/{name}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class QueuesResource {

    private final Queues queues;
    private final Json json;
    private final Problems problems;

    QueuesResource(Queues queues, Json json, Problems problems) {
        this.queues = queues;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(operationId = "getQueueRules", summary = "Reads the rules of a queue, whether it has any or not.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    public String get(@PathParam("name") String name) {
        return json.write(queues.rules(name).map(RulesJson::of).orElseGet(() -> new RulesJson(name, false, null)));
    }

    @POST
    @Path("/pause")
    @Operation(operationId = "pauseQueue", summary = "Starts no more tasks of a queue; what executes goes on.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name is no queue's")
    public String pause(@PathParam("name") String name) {
        queues.pause(name);
        return get(name);
    }

    @POST
    @Path("/resume")
    @Operation(operationId = "resumeQueue", summary = "Starts tasks of a queue again.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name is no queue's")
    public String resume(@PathParam("name") String name) {
        queues.resume(name);
        return get(name);
    }

    @POST
    @Path("/limit")
    @Operation(
            operationId = "limitQueue",
            summary = "Lets no more than so many tasks of a queue execute at once in the whole cluster.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name is no queue's, or the limit is none")
    public String limit(
            @PathParam("name") String name,
            @Parameter(required = true, schema = @Schema(implementation = Integer.class, minimum = "1"))
                    @QueryParam("concurrency")
                    @Nullable
                    String concurrency) {
        Parameters parameters = new Parameters();
        long most = parameters.number("concurrency", concurrency == null ? "" : concurrency, Integer.MAX_VALUE);
        parameters.refuse();
        queues.limit(name, (int) most);
        return get(name);
    }

    @POST
    @Path("/unlimit")
    @Operation(operationId = "unlimitQueue", summary = "Takes the limit of a queue away.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name is no queue's")
    public String unlimit(@PathParam("name") String name) {
        queues.unlimit(name);
        return get(name);
    }

    /** Of this class alone: the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
