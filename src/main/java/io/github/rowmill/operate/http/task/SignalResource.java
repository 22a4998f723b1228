package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.TaskJson;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
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

/**
 * Sends signals to tasks over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks/{id}/signals")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class SignalResource {

    private final AdminTasks actions;
    private final SignalBodies bodies;
    private final Json json;
    private final Problems problems;

    SignalResource(AdminTasks actions, SignalBodies bodies, Json json, Problems problems) {
        this.actions = actions;
        this.bodies = bodies;
        this.json = json;
        this.problems = problems;
    }

    @POST
    @Path("/{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "signalTask",
            summary = "Sends a signal to a task.",
            description =
                    "The signal is kept until a wait of the task takes it, or the task is deleted. A task that waits for it is due at once.")
    @RequestBodySchema(NewSignalJson.class)
    @APIResponseSchema(
            value = TaskJson.class,
            responseCode = "200",
            responseDescription = "The task to which the signal was sent")
    @APIResponse(
            responseCode = "400",
            description = "The name, the body or the payload is invalid, or the payload is too large")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task has ended")
    @APIResponse(responseCode = "413", description = "The body is too large")
    @APIResponse(responseCode = "429", description = "The caller exceeds its rate; Retry-After has the seconds to wait")
    @TakesBody.FromOperators
    public Response send(@PathParam("id") long id, @PathParam("name") String name, InputStream stream) {
        actions.requireSignalling(id);
        NewSignalJson signal = bodies.read(stream);
        return TasksResource.answer(actions.signal(id, name, signal.value()), json);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
