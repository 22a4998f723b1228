package io.github.rowmill.operate.http.result;

import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.admin.ResultViews;
import io.github.rowmill.operate.admin.ResultViews.ResultView;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.ProblemException;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads and waits for results over HTTP. A request that waits holds no thread. The class is public for the same reason
 * as {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks/{id}/result")
@PermitAll
@Blocking
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class ResultResource {

    private final Access access;
    private final ResultViews results;
    private final ResultWaits waits;
    private final Json json;
    private final Problems problems;

    ResultResource(Access access, ResultViews results, ResultWaits waits, Json json, Problems problems) {
        this.access = access;
        this.results = results;
        this.waits = waits;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "getResult",
            summary = "Reads what the handler of a task returned.",
            description = "With `wait`, the answer waits for the end of the task. The caller needs view-payload.")
    @APIResponseSchema(
            value = ResultJson.class,
            responseCode = "200",
            responseDescription = "The task has completed; this is its result")
    @APIResponse(responseCode = "202", description = "The task has not ended yet; ask again")
    @APIResponse(responseCode = "400", description = "The time is invalid")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task is dead or cancelled, and has no result")
    @APIResponse(responseCode = "429", description = "100 requests of the caller wait already")
    public Uni<Response> get(
            @PathParam("id") long id,
            @QueryParam("wait")
                    @Parameter(description = "The longest wait, such as 30s; at most 60s. Without it, none.")
                    @Nullable
                    String wait,
            @Context RoutingContext route) {
        ResultView found = results.find(id);
        Duration most = WaitTime.of(wait);
        return found.hasEnded() || most.isZero()
                ? Uni.createFrom().item(answer(found))
                : waits.end(access.account(), id, most, route)
                        .map(end -> answer(
                                end.flatMap(one -> results.ended(found, one)).orElse(found)));
    }

    private Response answer(ResultView view) {
        return switch (view.status()) {
            case COMPLETED -> Response.ok(json.write(ResultJson.of(view))).build();
            case DEAD, CANCELLED ->
                throw ProblemException.of(
                        Problem.Kind.NO_RESULT,
                        "task %s is %s and has no result%s"
                                .formatted(
                                        view.id(),
                                        view.status().column(),
                                        view.error() == null ? "" : ": " + view.error()));
            case QUEUED, WAITING, EXECUTING ->
                Response.accepted(json.write(ResultJson.of(view))).build();
        };
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
