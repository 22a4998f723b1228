package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.admin.AdminFailures;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads failures over HTTP, grouped by their signature. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/failures")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class FailuresResource {

    private final AdminFailures failures;
    private final Json json;
    private final Problems problems;

    FailuresResource(AdminFailures failures, Json json, Problems problems) {
        this.failures = failures;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listFailures",
            summary = "Lists failures by their cause, the latest first.",
            description =
                    "A cause is the exception, the first frame of the application, and the message without its numbers.")
    @APIResponseSchema(value = FailurePage.class, responseCode = "200", responseDescription = "A page of failures")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam FailureQuery query) {
        int limit = query.limit();
        return json.write(FailurePage.of(failures.page(query.queue(), query.type(), query.place(), limit + 1), limit));
    }

    @GET
    @Path("/{signature}")
    @Operation(
            operationId = "getFailure",
            summary = "Reads the failures with one signature, and the number of their tasks.")
    @APIResponseSchema(value = FailurePage.OfTasks.class, responseCode = "200", responseDescription = "The failures")
    @APIResponse(responseCode = "404", description = "There is no failure with this signature")
    public String get(
            @PathParam("signature") String signature,
            @QueryParam("queue") @Parameter(description = "Only failures of tasks of this queue.") @Nullable
                    String queue) {
        String id = String.valueOf(FailureQuery.text("signature", signature));
        String of = FailureQuery.text("queue", queue);
        return json.write(failures.find(id, of)
                .map(failure -> FailurePage.OfTasks.of(failure, failures.tasks(id, of)))
                .orElseThrow(() -> ProblemException.of(
                        Kind.FAILURE_NOT_FOUND, "there is no failure with this signature; GET /failures lists all")));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
