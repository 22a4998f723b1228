package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.admin.AdminChanges;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.Versions;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.TaskChangeJson;
import io.github.rowmill.operate.http.json.TaskJson;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Operations on a task over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class TaskVerbsResource {

    private static final String IF_MATCH = "If-Match";

    private final AdminTasks actions;
    private final AdminChanges changes;
    private final Body body;
    private final Json json;
    private final Problems problems;

    TaskVerbsResource(AdminTasks actions, AdminChanges changes, Body body, Json json, Problems problems) {
        this.actions = actions;
        this.changes = changes;
        this.body = body;
        this.json = json;
        this.problems = problems;
    }

    @PATCH
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "changeTask",
            summary = "Changes a task that is queued, waiting, dead or cancelled.",
            description =
                    "If-Match with the ETag of the task is required, so that a change by another caller is not lost. A dead or cancelled task keeps its state, its queue and its time.")
    @RequestBodySchema(TaskChangeJson.class)
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, changed")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(
            responseCode = "409",
            description =
                    "The task executes or is completed, or it is dead or cancelled and the body has a queue or a time")
    @APIResponse(responseCode = "412", description = "The task has changed since the version in If-Match")
    @APIResponse(responseCode = "413", description = "The payload is too large")
    @APIResponse(responseCode = "428", description = "If-Match is missing")
    @APIResponse(responseCode = "429", description = "The new queue of the task is full")
    @TakesBody.FromOperators
    public Response change(
            @PathParam("id") long id, @HeaderParam(IF_MATCH) @Nullable String ifMatch, InputStream stream) {
        Versions versions = new Versions(IfMatch.required(ifMatch));
        var change = json.readChange(body.ofTask(stream)).toChange();
        return TasksResource.answer(changes.change(id, versions, change), json);
    }

    @DELETE
    @Path("/{id}")
    @Operation(
            operationId = "deleteTask",
            summary = "Deletes a task that has ended, with its attempts.",
            description = "A unique key that the task still held becomes free.")
    @APIResponse(responseCode = "204", description = "The task is deleted")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task has not ended")
    @APIResponse(responseCode = "412", description = "The task has changed since the version in If-Match")
    public void delete(@PathParam("id") long id, @HeaderParam(IF_MATCH) @Nullable String ifMatch) {
        changes.delete(id, new Versions(IfMatch.versions(ifMatch)));
    }

    @POST
    @Path("/{id}/run")
    @Operation(operationId = "runTask", summary = "Makes a queued task due at once.")
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, due")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task executes or has ended")
    @APIResponse(responseCode = "412", description = "The task has changed since the version in If-Match")
    public Response run(@PathParam("id") long id, @HeaderParam(IF_MATCH) @Nullable String ifMatch) {
        return TasksResource.answer(changes.runNow(id, new Versions(IfMatch.versions(ifMatch))), json);
    }

    @POST
    @Path("/{id}/cancel")
    @Operation(operationId = "cancelTask", summary = "Cancels a queued or executing task.")
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, cancelled")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task has ended already")
    @APIResponse(responseCode = "412", description = "The task has changed since the version in If-Match")
    public Response cancel(@PathParam("id") long id, @HeaderParam(IF_MATCH) @Nullable String ifMatch) {
        return TasksResource.answer(actions.cancel(id, new Versions(IfMatch.versions(ifMatch))), json);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
