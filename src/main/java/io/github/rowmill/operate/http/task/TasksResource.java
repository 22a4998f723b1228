package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.TaskJson;
import io.github.rowmill.operate.http.json.TaskPage;
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
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads, searches and counts tasks over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Any other error",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class TasksResource {

    private final TaskViews tasks;
    private final Json json;
    private final Problems problems;

    TasksResource(TaskViews tasks, Json json, Problems problems) {
        this.tasks = tasks;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listTasks",
            summary = "Lists tasks, the newest first.",
            description =
                    "A task must match all parameters. A search that takes longer than three seconds is refused. A page with large payloads may end before its limit.")
    @APIResponseSchema(
            value = TaskPage.class,
            responseCode = "200",
            responseDescription = "A page of tasks, without their failed attempts")
    @APIResponse(
            responseCode = "400",
            description = "A parameter is invalid; for a query, violations has the column of the error")
    @APIResponse(responseCode = "422", description = "The search took too long; narrow it")
    public String list(@BeanParam PageRequest.Query query) {
        PageRequest page = PageRequest.of(query);
        return json.write(TaskPage.of(tasks.page(page.filter(), page.limit())));
    }

    @GET
    @Path("/count")
    @Operation(operationId = "countTasks", summary = "Counts the tasks that a query finds.")
    @APIResponseSchema(
            value = TaskPage.Total.class,
            responseCode = "200",
            responseDescription = "The number of tasks, and its precision")
    @APIResponse(responseCode = "400", description = "The query is invalid; violations has the column of the error")
    @APIResponse(responseCode = "422", description = "Counting took too long; narrow the query")
    public String count(@QueryParam("q") @Parameter(description = PageRequest.Q) @Nullable String q) {
        return json.write(TaskPage.Total.of(tasks.count(PageRequest.filter(q))));
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getTask", summary = "Reads a task with its last failed attempts.")
    @APIResponseSchema(
            value = TaskJson.class,
            responseCode = "200",
            responseDescription = "The task; the header ETag has its version")
    @APIResponse(responseCode = "404", description = "There is no such task")
    public Response get(@PathParam("id") long id) {
        return answer(tasks.find(id), json);
    }

    /** Returns the task in an answer, with its version as {@code ETag} for {@code If-Match}. */
    static Response answer(TaskView view, Json json) {
        return Response.ok(json.write(json(view)))
                .tag(String.valueOf(view.task().getVersion()))
                .build();
    }

    @GET
    @Path("/{id}/attempts")
    @Operation(
            operationId = "listAttempts",
            summary = "Lists the failed attempts of a task, the last one first.",
            description = "A page with long stack traces may end before its limit.")
    @APIResponseSchema(
            value = TaskPage.Attempts.class,
            responseCode = "200",
            responseDescription = "A page of attempts")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    @APIResponse(responseCode = "404", description = "There is no such task")
    public String attempts(@PathParam("id") long id, @BeanParam AttemptQuery query) {
        AttemptQuery.Page page = query.page();
        return json.write(TaskPage.Attempts.of(tasks.find(id, page.below(), page.limit())));
    }

    @GET
    @Path("/{id}/attempts/{number}/log")
    @Operation(
            operationId = "getAttemptLog",
            summary = "Reads the log of an attempt.",
            description = "Logs are kept for the types in rowmill.log.capture.")
    @APIResponseSchema(
            value = TaskPage.Log.class,
            responseCode = "200",
            responseDescription = "The lines of the log, if any were kept")
    @APIResponse(responseCode = "404", description = "There is no such task")
    public String log(@PathParam("id") long id, @PathParam("number") int number) {
        return json.write(new TaskPage.Log(id, number, tasks.log(id, number).orElse(null)));
    }

    static TaskJson json(TaskView view) {
        return TaskJson.withAttempts(view);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
