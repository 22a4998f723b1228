package io.github.rowmill.operate.page.topic;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminTopics;
import io.github.rowmill.operate.http.NewTaskReader;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.View;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The page of topics, and the actions on them. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/topics")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class TopicsResource {

    private static final String PATH = "topics";

    private final Pages pages;
    private final AdminTopics topics;
    private final EnqueueRate rate;
    private final Handlers handlers;
    private final NewTaskReader types;

    TopicsResource(Pages pages, AdminTopics topics, EnqueueRate rate, Handlers handlers, NewTaskReader types) {
        this.pages = pages;
        this.topics = topics;
        this.rate = rate;
        this.handlers = handlers;
        this.types = types;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance topics(Frame frame, TopicList page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("after") @DefaultValue("") String after) {
        Frame frame = pages.frame(NavigationPage.TOPICS, "Topics");
        return pages.ok(Templates.topics(frame, TopicList.of(topics.page(after, View.ROWS), handlers.known())));
    }

    @POST
    @Path("/publish")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response publish(
            @FormParam("topic") @DefaultValue("") String topic,
            @FormParam("payload") @DefaultValue("") String payload) {
        rate.take(Math.max(1, topics.requirePublishing(topic)));
        NewTask message = payload.isBlank() ? NewTask.of("") : NewTask.ofJson("", payload);
        int tasks = topics.publish(topic, message).size();
        return pages.done(PATH, ConfirmedAction.PUBLISH, tasks, 0);
    }

    @POST
    @Path("/subscribe")
    @Operation(hidden = true)
    @TakesBody.FromAdmins
    public Response subscribe(
            @FormParam("topic") @DefaultValue("") String topic,
            @FormParam("type") @DefaultValue("") String type,
            @FormParam("queue") @DefaultValue("") String queue) {
        types.refuseUnknown("", List.of(type));
        NewSubscription wanted = NewSubscription.of(topic, type);
        topics.put(queue.isBlank() ? wanted : wanted.queue(queue.strip()), null);
        return pages.done(PATH, ConfirmedAction.SUBSCRIBE);
    }

    @POST
    @Path("/unsubscribe")
    @Operation(hidden = true)
    @TakesBody.FromAdmins
    public Response unsubscribe(
            @FormParam("topic") @DefaultValue("") String topic, @FormParam("type") @DefaultValue("") String type) {
        topics.delete(topic, type);
        return pages.done(PATH, ConfirmedAction.UNSUBSCRIBE);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
