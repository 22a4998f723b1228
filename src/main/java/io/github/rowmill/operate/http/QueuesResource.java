package io.github.rowmill.operate.http;

import io.github.rowmill.api.Violation;
import io.github.rowmill.config.RuleRange;
import io.github.rowmill.operate.admin.AdminQueues;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.http.json.rule.RulesJson;
import io.github.rowmill.text.Storable;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
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
 * Reads the rules of queues over HTTP, and changes single rules. The class is public for the same reason as
 * {@link ApiFilter}.
 */
@Path(OwnPaths.API + "/queues")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class QueuesResource {

    private final AdminQueues queues;
    private final Json json;
    private final Problems problems;

    QueuesResource(AdminQueues queues, Json json, Problems problems) {
        this.queues = queues;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listQueues",
            summary = "Lists the queues that have rules, by name.",
            description = "If there are more queues, the header Link has the address of the next page.")
    @APIResponseSchema(value = RulesJson[].class, responseCode = "200", responseDescription = "The rules of each queue")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public Response list(
            @Parameter(description = "The name of the last queue of the page before.") @QueryParam("after") @Nullable
                    String after,
            @Parameter(
                            description = "Most queues of the page.",
                            schema =
                                    @Schema(
                                            implementation = Integer.class,
                                            minimum = "1",
                                            maximum = QueuePage.MAX,
                                            defaultValue = QueuePage.MAX))
                    @QueryParam("limit")
                    @Nullable
                    String limit,
            UriInfo uri) {
        return QueuePage.of(after, limit).answer(queues, json, uri);
    }

    @GET
    @Path("/{name}")
    @Operation(operationId = "getQueueRules", summary = "Reads the rules of a queue, even if it has none.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    public String get(@PathParam("name") String name) {
        return get(name, null);
    }

    private String get(String name, @Nullable String type) {
        return json.write(queues.find(name, type).map(RulesJson::of).orElseGet(() -> RulesJson.none(name)));
    }

    @POST
    @Path("/{name}/pause")
    @Operation(operationId = "pauseQueue", summary = "Pauses a queue, or a type in it. Tasks that execute continue.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue or the type is invalid")
    public String pause(
            @PathParam("name") String name,
            @Parameter(description = "Only tasks of this type.") @QueryParam("type") @Nullable String type) {
        queues.pause(name, type);
        return get(name, type);
    }

    @POST
    @Path("/{name}/resume")
    @Operation(operationId = "resumeQueue", summary = "Resumes a queue, or a type in it.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue is invalid")
    public String resume(
            @PathParam("name") String name,
            @Parameter(description = "Only tasks of this type.") @QueryParam("type") @Nullable String type) {
        queues.resume(name, type);
        return get(name, type);
    }

    @POST
    @Path("/{name}/limit")
    @Operation(
            operationId = "limitQueue",
            summary = "Limits the tasks of a queue that execute at once in the whole cluster.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue or the limit is invalid")
    public String limit(
            @PathParam("name") String name,
            @Parameter(required = true, schema = @Schema(implementation = Integer.class, minimum = "1"))
                    @QueryParam("concurrency")
                    @Nullable
                    String concurrency) {
        Parameters parameters = new Parameters();
        long most = parameters.number("concurrency", concurrency == null ? "" : concurrency, RuleRange.TASKS);
        parameters.refuse();
        queues.limit(name, (int) most);
        return get(name);
    }

    @POST
    @Path("/{name}/unlimit")
    @Operation(operationId = "unlimitQueue", summary = "Removes the limit of a queue.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue is invalid")
    public String unlimit(@PathParam("name") String name) {
        queues.limit(name, null);
        return get(name);
    }

    @POST
    @Path("/{name}/pin")
    @Operation(
            operationId = "pinQueueRules",
            summary = "Pins the rules of a queue, so that configuration does not change them.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue is invalid")
    public String pin(@PathParam("name") String name) {
        queues.pin(name, true);
        return get(name);
    }

    @POST
    @Path("/{name}/unpin")
    @Operation(
            operationId = "unpinQueueRules",
            summary = "Unpins the rules of a queue. Configuration declares them again at the next start of a node.")
    @APIResponseSchema(value = RulesJson.class, responseCode = "200", responseDescription = "The rules")
    @APIResponse(responseCode = "400", description = "The name of the queue is invalid")
    public String unpin(@PathParam("name") String name) {
        queues.pin(name, false);
        return get(name);
    }

    @GET
    @Path("/{name}/depth")
    @Operation(
            operationId = "getQueueDepth",
            summary = "Counts the waiting tasks of a queue, up to 10,000.",
            description = "Queued tasks count, due or not, and tasks that wait for their key.")
    @APIResponseSchema(value = DepthJson.class, responseCode = "200", responseDescription = "The count")
    public String depth(@PathParam("name") String name) {
        return json.write(DepthJson.of(name, queues.depth(name)));
    }

    @GET
    @Path("/{name}/blocked")
    @Operation(
            operationId = "listBlockedKeys",
            summary = "Lists the keys of a queue that dead tasks block, at most 1,000 tasks.",
            description = "Only queues with the rule `blocks` have such keys.")
    @APIResponseSchema(
            value = BlockedJson[].class,
            responseCode = "200",
            responseDescription = "The blocked keys, ordered by key")
    public String blocked(@PathParam("name") String name) {
        return json.write(queues.blocked(name).stream().map(BlockedJson::of).toList());
    }

    @POST
    @Path("/{name}/unblock")
    @Operation(operationId = "unblockKey", summary = "Unblocks a key. The dead tasks that blocked it stay dead.")
    @APIResponseSchema(value = BlockedJson.Unblocked.class, responseCode = "200", responseDescription = "The result")
    @APIResponse(responseCode = "400", description = "The key is missing or invalid")
    public String unblock(
            @PathParam("name") String name, @Parameter(required = true) @QueryParam("key") @Nullable String key) {
        if (key == null || Storable.isUnstorable(key)) {
            throw ProblemException.of(List.of(new Violation("key", "must be the text of a key")));
        }
        return json.write(new BlockedJson.Unblocked(key, queues.unblock(name, key)));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
