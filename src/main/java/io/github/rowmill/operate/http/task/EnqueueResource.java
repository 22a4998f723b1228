package io.github.rowmill.operate.http.task;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.http.NewTaskReader;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.EnqueuedJson;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.NewTaskJson;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
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
 * Enqueues tasks over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/tasks")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class EnqueueResource {

    private final NewTaskReader reader;
    private final AdminTasks actions;
    private final EnqueueRate rate;
    private final Json json;
    private final Problems problems;

    EnqueueResource(NewTaskReader reader, AdminTasks actions, EnqueueRate rate, Json json, Problems problems) {
        this.reader = reader;
        this.actions = actions;
        this.rate = rate;
        this.json = json;
        this.problems = problems;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "enqueue", summary = "Enqueues a task.")
    @RequestBodySchema(NewTaskJson.class)
    @APIResponseSchema(
            value = CreatedJson.class,
            responseCode = "201",
            responseDescription = "The new task; the header Location has its address")
    @APIResponse(
            responseCode = "200",
            description =
                    "The task that already holds the unique key; `result` shows if it was changed. Only id and result if the caller may not see the task")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @APIResponse(responseCode = "409", description = "Another task holds the unique key, and onDuplicate is refuse")
    @APIResponse(responseCode = "413", description = "The payload is too large")
    @APIResponse(responseCode = "422", description = "This application has no handler for the type")
    @APIResponse(
            responseCode = "429",
            description = "The queue is full, or the caller exceeds its rate; Retry-After has the seconds to wait")
    @TakesBody.FromOperators
    public Response enqueue(InputStream body, UriInfo uri) {
        AdminTasks.Created created = actions.enqueue(paid(reader.task(body)));
        String id = String.valueOf(created.enqueued().id());
        return Response.status(created.enqueued().duplicate() ? Response.Status.OK : Response.Status.CREATED)
                .location(uri.getAbsolutePathBuilder().path(id).build())
                .entity(json.write(body(created)))
                .build();
    }

    private static Object body(AdminTasks.Created created) {
        var task = created.task();
        return task == null
                ? EnqueuedJson.of(created.enqueued())
                : CreatedJson.of(TasksResource.json(task), created.enqueued());
    }

    @POST
    @Path("/bulk")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "enqueueMany",
            summary = "Enqueues many tasks, all or none.",
            description =
                    "At most 10,000 tasks at once. The field of a violation has the place of the task: `tasks[3].payload.account`.")
    @RequestBodySchema(NewTaskJson[].class)
    @APIResponseSchema(
            value = EnqueuedJson[].class,
            responseCode = "200",
            responseDescription = "The result of each task, in the order of the request")
    @APIResponse(responseCode = "400", description = "The body or a field is invalid")
    @APIResponse(responseCode = "409", description = "Another task holds a unique key, and onDuplicate is refuse")
    @APIResponse(responseCode = "413", description = "A payload is too large, or there are too many tasks")
    @APIResponse(responseCode = "422", description = "This application has no handler for one of the types")
    @APIResponse(
            responseCode = "429",
            description = "A queue is full, or the caller exceeds its rate; Retry-After has the seconds to wait")
    @TakesBody.ManyFromOperators
    public String enqueueMany(InputStream body) {
        List<NewTask> tasks = reader.tasks(body);
        rate.take(tasks.size());
        return json.write(actions.enqueue(tasks).stream().map(EnqueuedJson::of).toList());
    }

    private NewTask paid(NewTask task) {
        rate.take(1);
        return task;
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
