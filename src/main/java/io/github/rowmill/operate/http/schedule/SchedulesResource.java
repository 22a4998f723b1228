package io.github.rowmill.operate.http.schedule;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminSchedules;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.PageByName;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.EnqueuedJson;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
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
 * Reads, sets, pauses, resumes, runs and deletes schedules over HTTP. The class is public for the same reason as
 * {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/schedules")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class SchedulesResource {

    private final AdminSchedules schedules;
    private final EnqueueRate rate;
    private final NewScheduleReader reader;
    private final Json json;
    private final Problems problems;

    SchedulesResource(
            AdminSchedules schedules, EnqueueRate rate, NewScheduleReader reader, Json json, Problems problems) {
        this.schedules = schedules;
        this.rate = rate;
        this.reader = reader;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(
            operationId = "listSchedules",
            summary = "Lists schedules by name.",
            description = "A page with large payloads may end before its limit.")
    @APIResponseSchema(value = SchedulePage.class, responseCode = "200", responseDescription = "A page of schedules")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam PageByName query) {
        return json.write(
                SchedulePage.of(schedules.page(query.after(), query.limit()).map(SchedulesResource::json)));
    }

    @GET
    @Path("/{name}")
    @Operation(operationId = "getSchedule", summary = "Reads a schedule with its next ticks.")
    @APIResponseSchema(value = ScheduleJson.class, responseCode = "200", responseDescription = "The schedule")
    @APIResponse(responseCode = "404", description = "There is no such schedule")
    public String get(@PathParam("name") String name) {
        return json.write(json(schedules.find(name)));
    }

    @PUT
    @Path("/{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "putSchedule",
            summary = "Creates or replaces a schedule.",
            description =
                    "If the timetable changes, the ticks begin now. A schedule that code declares is pinned, unless `pinned` is false.")
    @RequestBodySchema(NewScheduleJson.class)
    @APIResponseSchema(value = ScheduleJson.class, responseCode = "200", responseDescription = "The schedule, changed")
    @APIResponse(responseCode = "201", description = "The schedule, created")
    @APIResponse(responseCode = "400", description = "The name, the body or a field is invalid")
    @APIResponse(responseCode = "413", description = "The payload is too large")
    @APIResponse(responseCode = "422", description = "This application has no handler for the type")
    @TakesBody.FromAdmins
    public Response put(@PathParam("name") String name, InputStream body, UriInfo uri) {
        NewScheduleJson wanted = reader.read(name, body);
        AdminSchedules.Put put = put(name, wanted);
        Response.ResponseBuilder answer = put.isNew() ? Response.created(uri.getAbsolutePath()) : Response.ok();
        return answer.entity(json.write(json(put.view()))).build();
    }

    private AdminSchedules.Put put(String name, NewScheduleJson wanted) {
        try {
            return schedules.put(wanted.toNewSchedule(name), wanted.paused(), wanted.pinned());
        } catch (InvalidScheduleException e) {
            throw ProblemException.of(
                    e.violations().stream().map(NewScheduleJson::asSent).toList());
        }
    }

    private static ScheduleJson json(AdminSchedules.View view) {
        return ScheduleJson.of(view.schedule(), view.payload(), view.nextRuns());
    }

    @POST
    @Path("/{name}/pause")
    @Operation(operationId = "pauseSchedule", summary = "Pauses a schedule. It creates no tasks until it is resumed.")
    @APIResponseSchema(value = ScheduleJson.class, responseCode = "200", responseDescription = "The schedule, paused")
    @APIResponse(responseCode = "404", description = "There is no such schedule")
    public String pause(@PathParam("name") String name) {
        return json.write(json(schedules.pause(name)));
    }

    @POST
    @Path("/{name}/resume")
    @Operation(
            operationId = "resumeSchedule",
            summary = "Resumes a schedule. It creates tasks for ticks from now on.",
            description = "A schedule that was set aside is tried again.")
    @APIResponseSchema(value = ScheduleJson.class, responseCode = "200", responseDescription = "The schedule, resumed")
    @APIResponse(responseCode = "404", description = "There is no such schedule")
    public String resume(@PathParam("name") String name) {
        return json.write(json(schedules.resume(name)));
    }

    @POST
    @Path("/{name}/run")
    @Operation(operationId = "runSchedule", summary = "Enqueues a task of the schedule now, in addition to its ticks.")
    @APIResponseSchema(
            value = EnqueuedJson.class,
            responseCode = "201",
            responseDescription = "The new task; the header Location has its address")
    @APIResponse(responseCode = "404", description = "There is no such schedule")
    @APIResponse(responseCode = "429", description = "The caller is over its rate; Retry-After says when to come again")
    public Response run(@PathParam("name") String name, UriInfo uri) {
        rate.take(1);
        long id = schedules.runNow(name);
        return Response.created(uri.getBaseUriBuilder()
                        .path(OwnPaths.API + "/tasks/{id}")
                        .build(id))
                .entity(json.write(EnqueuedJson.of(new Enqueued(id, Enqueued.Result.NEW))))
                .build();
    }

    @DELETE
    @Path("/{name}")
    @Operation(
            operationId = "deleteSchedule",
            summary = "Deletes a schedule; its tasks stay.",
            description = "A schedule that code declares comes back at the next start of a node. Pause it instead.")
    @APIResponse(responseCode = "204", description = "The schedule is deleted")
    @APIResponse(responseCode = "404", description = "There is no such schedule")
    public void delete(@PathParam("name") String name) {
        schedules.delete(name);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
