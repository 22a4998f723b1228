package io.github.rowmill.operate.http.work;

import io.github.rowmill.feature.lend.LoanSteps;
import io.github.rowmill.feature.lend.RemoteWorker;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Problem;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Records steps of remote workers over HTTP. Any node serves any of their requests. The class is public for the same
 * reason as {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/work/step")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class WorkStepResource {

    private final WorkAccess access;
    private final WorkBodies bodies;
    private final LoanSteps steps;
    private final Problems problems;

    WorkStepResource(WorkAccess access, WorkBodies bodies, LoanSteps steps, Problems problems) {
        this.access = access;
        this.bodies = bodies;
        this.steps = steps;
        this.problems = problems;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "recordStep",
            summary = "Records a step of an attempt of a remote worker.",
            description =
                    "A later attempt gets the step with the task, and need not do it again. A request whose answer was lost may be repeated.")
    @RequestBodySchema(StepJson.class)
    @APIResponseSchema(
            value = StepJson.Answer.class,
            responseCode = "200",
            responseDescription = "The value that is recorded")
    @APIResponse(
            responseCode = "400",
            description = "The body or a field is invalid, or the steps of the task are too large together")
    @APIResponse(responseCode = "409", description = "The worker does not hold the lease any more")
    @TakesBody.FromWorkers
    public String record(InputStream body) {
        RemoteWorker worker = access.worker();
        WorkReader.Step step = bodies.step(body);
        return bodies.answer(step.lease(), steps.record(worker, step.lease(), step.name(), step.json()));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
