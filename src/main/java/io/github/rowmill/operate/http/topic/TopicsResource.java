package io.github.rowmill.operate.http.topic;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminTopics;
import io.github.rowmill.operate.http.NewTaskReader;
import io.github.rowmill.operate.http.OwnPaths;
import io.github.rowmill.operate.http.PageByName;
import io.github.rowmill.operate.http.Problems;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.NewMessageJson;
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
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Lists topics, publishes to them, and sets and removes their subscribers over HTTP. The class is public for the
 * same reason as {@link io.github.rowmill.operate.http.ApiFilter}.
 */
@Path(OwnPaths.API + "/topics")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "rowmill", description = "The task queue")
public class TopicsResource {

    private final AdminTopics topics;
    private final EnqueueRate rate;
    private final Body body;
    private final NewTaskReader reader;
    private final Json json;
    private final Problems problems;

    TopicsResource(
            AdminTopics topics, EnqueueRate rate, Body body, NewTaskReader reader, Json json, Problems problems) {
        this.topics = topics;
        this.rate = rate;
        this.body = body;
        this.reader = reader;
        this.json = json;
        this.problems = problems;
    }

    @GET
    @Operation(operationId = "listTopics", summary = "Lists topics by name, with their subscribers.")
    @APIResponseSchema(value = TopicPage.class, responseCode = "200", responseDescription = "A page of topics")
    @APIResponse(responseCode = "400", description = "A parameter is invalid")
    public String list(@BeanParam PageByName query) {
        return json.write(TopicPage.of(topics.page(query.after(), query.limit()).map(TopicJson::of)));
    }

    @POST
    @Path("/{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "publish",
            summary = "Enqueues a task for each subscriber of a topic, all or none.",
            description =
                    "A topic without subscribers is no error: nothing is written. A type without a handler in this application gets its task unchecked, because another node has its handler.")
    @RequestBodySchema(NewMessageJson.class)
    @APIResponseSchema(
            value = PublishedJson.class,
            responseCode = "200",
            responseDescription = "The task of each subscriber")
    @APIResponse(responseCode = "400", description = "The name, the body or a field is invalid")
    @APIResponse(responseCode = "403", description = "The caller may not enqueue for one of the subscribers")
    @APIResponse(responseCode = "413", description = "The payload is too large")
    @APIResponse(
            responseCode = "429",
            description = "A queue is full, or the caller exceeds its rate; Retry-After has the seconds to wait")
    @TakesBody.FromOperators
    public String publish(@PathParam("name") String name, InputStream stream) {
        int subscribers = topics.requirePublishing(name);
        NewTask message = reader.message(stream);
        rate.take(Math.max(1, subscribers));
        List<AdminTopics.Delivery> tasks = topics.publish(name, message);
        return json.write(PublishedJson.of(name, tasks));
    }

    @PUT
    @Path("/{name}/subscribers/{type}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "putSubscriber",
            summary = "Adds a subscriber to a topic, or changes it.",
            description = "A subscriber that code declares is pinned by a change, unless `pinned` is false.")
    @RequestBodySchema(NewSubscriberJson.class)
    @APIResponseSchema(
            value = SubscriberJson.class,
            responseCode = "200",
            responseDescription = "The subscriber, changed")
    @APIResponse(responseCode = "201", description = "The subscriber, added")
    @APIResponse(responseCode = "400", description = "A name, the body or a field is invalid")
    @APIResponse(responseCode = "422", description = "This application has no handler for the type")
    @TakesBody.FromAdmins
    public Response put(@PathParam("name") String name, @PathParam("type") String type, InputStream stream) {
        NewSubscriberJson wanted = json.read(body.ofTask(stream), NewSubscriberJson.class);
        reader.refuseUnknown("", List.of(type));
        AdminTopics.Put put = topics.put(wanted.toNewSubscription(name, type), wanted.pinned());
        return Response.status(put.isNew() ? Response.Status.CREATED : Response.Status.OK)
                .entity(json.write(SubscriberJson.of(put.subscriber())))
                .build();
    }

    @DELETE
    @Path("/{name}/subscribers/{type}")
    @Operation(
            operationId = "deleteSubscriber",
            summary = "Removes a subscriber from a topic; its tasks stay.",
            description = "A subscriber that code declares comes back at the next start of a node with that code.")
    @APIResponse(responseCode = "204", description = "The subscriber is removed")
    @APIResponse(responseCode = "404", description = "The topic has no subscriber of this type")
    public void delete(@PathParam("name") String name, @PathParam("type") String type) {
        topics.delete(name, type);
    }

    /** Answers exceptions of this class alone, so that the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown, UriInfo uri) {
        return problems.answer(thrown, uri.getRequestUri().getPath());
    }
}
