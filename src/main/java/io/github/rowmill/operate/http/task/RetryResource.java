package io.github.rowmill.operate.http.task;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.Versions;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.RetryJson;
import io.github.rowmill.operate.http.json.TaskJson;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Retries a task over HTTP, unchanged or with a change. The body may be left out, and its media type with it. The
 * class is public for the same reason as {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class RetryResource {

    private final AdminTasks actions;
    private final EnqueueRate rate;
    private final Body body;
    private final Json json;
    private final Problems problems;

    RetryResource(AdminTasks actions, EnqueueRate rate, Body body, Json json, Problems problems) {
        this.actions = actions;
        this.rate = rate;
        this.body = body;
        this.json = json;
        this.problems = problems;
    }

    @POST
    @Path("/{id}/retry")
    @Operation(
            operationId = "retryTask",
            summary = "Queues a dead or cancelled task again.",
            description =
                    "The task is due at once, and has one more attempt if all were used. With a body, the payload is patched before a node can start the task, and the task gets the attempts in the body. A patch requires the permission view-payload.")
    @RequestBody(
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = RetryJson.class)))
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, queued")
    @APIResponse(responseCode = "400", description = "The body or the patched payload is invalid")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task is not dead or cancelled, or its unique key is taken")
    @APIResponse(responseCode = "412", description = "The task has changed since the version in If-Match")
    @APIResponse(responseCode = "413", description = "The patched payload is too large")
    @APIResponse(responseCode = "429", description = "The caller is over its rate; Retry-After says when to come again")
    @TakesBody.FromOperators
    public Response retry(
            @PathParam("id") long id, @HeaderParam("If-Match") @Nullable String ifMatch, InputStream stream) {
        Versions versions = new Versions(IfMatch.versions(ifMatch));
        String text = body.ofTask(stream);
        RetryOptions options = text.isBlank()
                ? RetryOptions.NONE
                : json.read(text, RetryJson.class).options();
        rate.take(1);
        return TasksResource.answer(actions.retry(id, versions, options), json);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
