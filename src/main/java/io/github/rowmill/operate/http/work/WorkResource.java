package io.github.rowmill.operate.http.work;

import io.github.rowmill.feature.lend.ClaimRequest;
import io.github.rowmill.feature.lend.LoanKeeper;
import io.github.rowmill.feature.lend.LoanSettler;
import io.github.rowmill.feature.lend.LongPolls;
import io.github.rowmill.feature.lend.Poll;
import io.github.rowmill.feature.lend.RemoteWorker;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Problem;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
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
import org.jspecify.annotations.Nullable;

/**
 * Serves remote workers over HTTP. Any node serves any of their requests. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/work")
@PermitAll
@Blocking
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class WorkResource {

    private final WorkAccess access;
    private final WorkBodies bodies;
    private final LongPolls polls;
    private final LoanKeeper keeper;
    private final LoanSettler settler;
    private final Problems problems;

    WorkResource(
            WorkAccess access,
            WorkBodies bodies,
            LongPolls polls,
            LoanKeeper keeper,
            LoanSettler settler,
            Problems problems) {
        this.access = access;
        this.bodies = bodies;
        this.polls = polls;
        this.keeper = keeper;
        this.settler = settler;
        this.problems = problems;
    }

    @POST
    @Path("/claim")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "claimWork",
            summary = "Claims tasks for a remote worker.",
            description =
                    "The tasks are leased to the caller. Each must be renewed within `leaseFor`, or settled. If no task is due, the answer waits for one, at most `wait`. A task that has crashed twice comes alone, and only to a worker that holds no other task.")
    @RequestBodySchema(ClaimJson.class)
    @APIResponseSchema(
            value = LoanJson.All.class,
            responseCode = "200",
            responseDescription = "The claimed tasks, none if no task was due in time")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @APIResponse(
            responseCode = "429",
            description = "100 claims of the caller wait; Retry-After has the seconds to wait")
    @TakesBody.NamesFromWorkers
    public Uni<String> claim(InputStream body, @Context RoutingContext route) {
        RemoteWorker worker = access.worker();
        ClaimJson asked = bodies.claim(body);
        ClaimRequest request = WorkReader.claim(asked);
        access.require(request);
        Poll poll = polls.claim(worker, request, WorkReader.wait(asked));
        route.addEndHandler(answered -> ended(poll, answered.succeeded() ? route : null));
        if (route.response().closed()) {
            polls.broken(poll); // it broke before the handler was there
        }
        return Uni.createFrom().completionStage(poll.answer()).map(bodies::answer);
    }

    /** Gives the tasks of an answer back that was not sent: the connection broke, or the client takes no answers. */
    private void ended(Poll poll, @Nullable RoutingContext sent) {
        if (sent == null || sent.response().getStatusCode() != Response.Status.OK.getStatusCode()) {
            polls.broken(poll);
        }
    }

    @POST
    @Path("/renew")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "renewWork",
            summary = "Renews leases of a remote worker.",
            description =
                    "Each lease is renewed by `leaseFor`, and the `progress` of its task is written. An attempt that has taken longer than its timeout ends instead.")
    @RequestBodySchema(RenewJson.class)
    @APIResponseSchema(
            value = RenewJson.Answer.class,
            responseCode = "200",
            responseDescription = "The leases that the worker keeps, and the attempts that it must end")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @TakesBody.NamesFromWorkers
    public String renew(InputStream body) {
        RemoteWorker worker = access.worker();
        return bodies.answer(keeper.renew(worker, bodies.renewal(body)));
    }

    @POST
    @Path("/settle")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "settleWork",
            summary = "Records how attempts of a remote worker ended.",
            description = "A request whose answer was lost may be repeated. It records each verdict once.")
    @RequestBodySchema(SettleJson.class)
    @APIResponseSchema(
            value = SettleJson.Answer.class,
            responseCode = "200",
            responseDescription = "The verdicts that are recorded, and those that are not")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @TakesBody.FromWorkers
    public String settle(InputStream body) {
        RemoteWorker worker = access.worker();
        return bodies.answer(settler.settle(worker, bodies.verdicts(body)));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
