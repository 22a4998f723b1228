package io.github.rowmill.operate.http.job;

import io.github.rowmill.feature.job.Job;
import io.github.rowmill.operate.admin.AdminJobs;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Begins, reads and stops jobs over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/jobs")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class JobsResource {

    private final AdminJobs jobs;
    private final Body body;
    private final Json json;
    private final Problems problems;

    JobsResource(AdminJobs jobs, Body body, Json json, Problems problems) {
        this.jobs = jobs;
        this.body = body;
        this.json = json;
        this.problems = problems;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "beginJob",
            summary = "Cancels, retries or deletes all tasks that a query finds.",
            description =
                    "The job applies to the tasks that the query finds now. The nodes process some hundred tasks at a time. A retry may patch their payloads, which requires the permission view-payload. Then a task that has changed since is skipped, and a task whose patched payload does not fit the type is refused.")
    @RequestBodySchema(NewJobJson.class)
    @APIResponseSchema(
            value = JobJson.class,
            responseCode = "202",
            responseDescription = "The job; the header Location has the address of its progress")
    @APIResponse(
            responseCode = "400",
            description = "A field is invalid; for a query, violations has the column of the error")
    @APIResponse(responseCode = "422", description = "The search took too long; narrow it")
    @APIResponse(responseCode = "429", description = "20 jobs of the caller run; Retry-After says when to come again")
    @TakesBody.FromOperators
    public Response begin(InputStream stream, UriInfo uri) {
        NewJobJson asked = json.read(body.ofTask(stream), NewJobJson.class);
        Job job = jobs.begin(NewJobReader.read(asked));
        return Response.accepted(json.write(JobJson.of(job)))
                .location(uri.getAbsolutePathBuilder()
                        .path(String.valueOf(job.id()))
                        .build())
                .build();
    }

    @GET
    @Operation(operationId = "listJobs", summary = "Lists jobs, the newest first.")
    @APIResponseSchema(value = JobJson.Page.class, responseCode = "200", responseDescription = "A page of jobs")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam JobQuery query) {
        int limit = query.limit();
        List<Job> oneMore = jobs.page(query.below(), limit + 1);
        List<JobJson> page = oneMore.stream().limit(limit).map(JobJson::of).toList();
        return json.write(new JobJson.Page(
                page, oneMore.size() > limit ? page.get(limit - 1).id() : null));
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getJob", summary = "Reads a job and its progress.")
    @APIResponseSchema(value = JobJson.class, responseCode = "200", responseDescription = "The job")
    @APIResponse(responseCode = "404", description = "There is no such job")
    public String get(@PathParam("id") long id) {
        return json.write(jobs.find(id).map(JobJson::of).orElseThrow(() -> notFound(id)));
    }

    @GET
    @Path("/{id}/refusals")
    @Operation(
            operationId = "listRefusals",
            summary = "Lists the tasks whose payload, patched by a job, does not fit the type, by id.",
            description = "The job did not retry these tasks. They are listed as long as the job is kept.")
    @APIResponseSchema(value = RefusalPage.class, responseCode = "200", responseDescription = "A page of tasks")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    @APIResponse(responseCode = "404", description = "There is no such job")
    public String refusals(@PathParam("id") long id, @BeanParam JobQuery query) {
        int limit = query.limit();
        return json.write(jobs.refused(id, query.above(), limit + 1)
                .map(oneMore -> RefusalPage.of(oneMore, limit))
                .orElseThrow(() -> notFound(id)));
    }

    @POST
    @Path("/{id}/stop")
    @Operation(operationId = "stopJob", summary = "Stops a job early. Tasks that it has changed stay changed.")
    @APIResponseSchema(value = JobJson.class, responseCode = "200", responseDescription = "The job, ended")
    @APIResponse(responseCode = "404", description = "There is no such job")
    public String stop(@PathParam("id") long id) {
        return json.write(jobs.stop(id).map(JobJson::of).orElseThrow(() -> notFound(id)));
    }

    private static ProblemException notFound(long id) {
        return ProblemException.of(Kind.JOB_NOT_FOUND, "there is no job %s".formatted(id));
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
