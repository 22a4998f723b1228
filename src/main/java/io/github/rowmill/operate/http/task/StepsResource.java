package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.admin.step.StepViews;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Reads the steps and signals of tasks over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks/{id}/steps")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class StepsResource {

    private final TaskViews tasks;
    private final StepViews steps;
    private final Json json;
    private final Problems problems;

    StepsResource(TaskViews tasks, StepViews steps, Json json, Problems problems) {
        this.tasks = tasks;
        this.steps = steps;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "getSteps",
            summary = "Reads the steps of a task, and the signals that no wait has taken.",
            description = "Values need view-payload. Sensitive values are masked.")
    @APIResponseSchema(value = StepsJson.class, responseCode = "200", responseDescription = "The steps and signals")
    @APIResponse(responseCode = "404", description = "There is no such task")
    public String get(@PathParam("id") long id) {
        return json.write(StepsJson.of(steps.of(tasks.find(id))));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
