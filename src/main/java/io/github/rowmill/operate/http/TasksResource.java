package io.github.rowmill.operate.http;

import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem;
import io.github.rowmill.operate.http.json.TaskJson;
import io.github.rowmill.operate.http.json.TaskPage;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Reads, cancels and retries tasks over HTTP. Public, as {@link ApiFilter} is. */
@Path(TasksResource.API + "/tasks")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
@APIResponse(
        responseCode = "default",
        description = "Anything else that went wrong",
        content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
public class TasksResource {

    /** The path that all of the API is under, relative to the application's. */
    static final String API = "rowmill/api";

    private final AdminTasks actions;
    private final TaskViews tasks;
    private final Json json;
    private final Problems problems;

    TasksResource(AdminTasks actions, TaskViews tasks, Json json, Problems problems) {
        this.actions = actions;
        this.tasks = tasks;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listTasks",
            summary = "Lists tasks, the newest first.",
            description = "All parameters must hold. A search ends after three seconds, and is then refused.")
    @APIResponseSchema(
            value = TaskPage.class,
            responseCode = "200",
            responseDescription = "A page of tasks, without their failed attempts")
    @APIResponse(responseCode = "400", description = "A parameter is at fault; of a query, violations name the column")
    @APIResponse(responseCode = "422", description = "The search took too long; narrow it")
    public String list(@BeanParam PageRequest.Query query) {
        PageRequest page = PageRequest.of(query);
        List<TaskJson> oneMore = tasks.page(page.filter(), page.limit() + 1).stream()
                .map(view -> TaskJson.of(view.task(), view.withPayload()))
                .toList();
        return json.write(TaskPage.of(oneMore, page.limit()));
    }

    @GET
    @Path("/count")
    @Operation(operationId = "countTasks", summary = "Counts the tasks that a query finds.")
    @APIResponseSchema(
            value = TaskPage.Total.class,
            responseCode = "200",
            responseDescription = "How many there are, and how well that is known")
    @APIResponse(responseCode = "400", description = "The query is at fault; violations name the column")
    @APIResponse(responseCode = "422", description = "Counting took too long; narrow the query")
    public String count(@QueryParam("q") @Parameter(description = PageRequest.Q) @Nullable String q) {
        return json.write(TaskPage.Total.of(tasks.count(PageRequest.filter(q))));
    }

    @GET
    @Path("/{id}")
    @Operation(operationId = "getTask", summary = "Reads a task with the attempts that failed.")
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task")
    @APIResponse(responseCode = "404", description = "There is no such task")
    public String get(@PathParam("id") long id) {
        return json.write(json(tasks.find(id)));
    }

    @POST
    @Path("/{id}/cancel")
    @Operation(operationId = "cancelTask", summary = "Cancels a queued or executing task.")
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, cancelled")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(responseCode = "409", description = "The task has ended already")
    public String cancel(@PathParam("id") long id) {
        return json.write(json(actions.cancel(id)));
    }

    @POST
    @Path("/{id}/retry")
    @Operation(
            operationId = "retryTask",
            summary = "Queues a dead or cancelled task again.",
            description = "It is due at once, and has one attempt more if all were used up.")
    @APIResponseSchema(value = TaskJson.class, responseCode = "200", responseDescription = "The task, queued")
    @APIResponse(responseCode = "404", description = "There is no such task")
    @APIResponse(
            responseCode = "409",
            description = "The task is neither dead nor cancelled, or another one has its unique key by now")
    public String retry(@PathParam("id") long id) {
        return json.write(json(actions.retry(id)));
    }

    static TaskJson json(TaskView view) {
        return TaskJson.withAttempts(view.task(), view.attempts(), view.withPayload());
    }

    /** Of this class alone: the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
