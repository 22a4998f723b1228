package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Sessions;
import io.github.rowmill.operate.http.body.AnswerHeaders;
import io.github.rowmill.operate.http.body.Answers;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Pages;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.PermitAll;
import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.time.Duration;
import java.util.function.Predicate;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The stream of changes on a page. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/live")
@PermitAll
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class LiveResource {

    /**
     * Interval of comments, which keep proxies from closing a silent stream. The viewer's rights are checked each
     * time, so that a viewer who has signed out is sent nothing more.
     */
    private static final Duration COMMENT = Duration.ofSeconds(15);

    private static final int MAX_OF = 2_000;

    private final Pages pages;
    private final Streams streams;
    private final StreamRights rights;
    private final Instance<LivePage> live;
    private final Answers answers;

    LiveResource(Pages pages, Streams streams, StreamRights rights, Instance<LivePage> live, Answers answers) {
        this.pages = pages;
        this.streams = streams;
        this.rights = rights;
        this.live = live;
        this.answers = answers;
    }

    /**
     * Writes to the sink itself. If it returned a {@code Multi}, each viewer who leaves during a write would
     * cause an error in the log.
     */
    @GET
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(hidden = true)
    public void watch(
            @QueryParam("page") @Nullable String name,
            @QueryParam("of") @Nullable String of,
            @CookieParam(Sessions.COOKIE) @Nullable String session,
            @Context RoutingContext route,
            @Context Sse sse,
            @Context SseEventSink sink) {
        // No filter sees an answer of this method.
        AnswerHeaders.put(route.response()).putHeader("X-Accel-Buffering", "no");
        LivePage page = page(name);
        String part = of == null || of.isBlank() || of.length() > MAX_OF ? null : of;
        page.require(part);
        Frame frame = frame(page, part);
        Caller caller = frame.viewer().caller();
        streams.requireRoom(caller);
        // The first event also writes the head of the response, and so is sent before any other.
        sink.send(comment(sse));
        Multi.createBy()
                .merging()
                .streams(changes(page, frame, part, sse), comments(rights.of(frame.viewer(), session), sse))
                .onItem()
                .transformToUniAndConcatenate(
                        event -> answers.write(caller.account(), length(event), () -> sink.send(event)))
                .subscribe()
                .with(sent -> {}, failure -> end(failure, sink, route));
    }

    /** Of the text of a page, or of a comment. */
    private static int length(OutboundSseEvent event) {
        return event.getData() == null ? 0 : event.getData().toString().length();
    }

    private Frame frame(LivePage page, @Nullable String part) {
        return pages.frame(page.place(), page.place().label()).from(page.base()).live(page.word(), part);
    }

    /** Ends a stream. A viewer who reads too slowly is cut off; to a viewer who has left, nothing is written. */
    private static void end(Throwable failure, SseEventSink sink, RoutingContext route) {
        if (failure instanceof Ended) {
            sink.close();
        } else if (Streams.isTooSlow(failure)) {
            Answers.cutOff(route.request());
        }
    }

    /**
     * Returns the changes of a page. They fail at their end, which also ends the comments
     * that they are merged with.
     */
    private Multi<OutboundSseEvent> changes(LivePage page, Frame frame, @Nullable String part, Sse sse) {
        return streams.of(page, frame, part).map(sse::newEvent).onCompletion().failWith(Ended::new);
    }

    private LivePage page(@Nullable String name) {
        return live.stream()
                .filter(each -> each.word().equals(name))
                .findFirst()
                .orElseThrow(NotFoundException::new);
    }

    private static Multi<OutboundSseEvent> comments(Predicate<Duration> isAllowed, Sse sse) {
        return whileAllowed(isAllowed, COMMENT).map(tick -> comment(sse));
    }

    /**
     * Returns ticks at an interval. They fail if the viewer's rights end or cannot be checked, which also ends the
     * changes that they are merged with.
     */
    static Multi<Long> whileAllowed(Predicate<Duration> rights, Duration interval) {
        return Multi.createFrom()
                .ticks()
                .every(interval)
                .onOverflow()
                .drop()
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .select()
                .first(tick -> rights.test(interval.multipliedBy(tick)))
                .onFailure()
                .transform(failure -> new Ended())
                .onCompletion()
                .failWith(Ended::new);
    }

    private static OutboundSseEvent comment(Sse sse) {
        return sse.newEventBuilder().comment("").build();
    }

    /** The page cannot be rendered any more, or the viewer may not see it any more. */
    static final class Ended extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    /**
     * Handles exceptions of this class only, not those of the application's own resources. The response has only a
     * status, as a script sends the request and no user reads an error page.
     */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return Response.status(pages.status(thrown)).build();
    }
}
