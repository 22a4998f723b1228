package io.github.rowmill.operate.page.overview;

import io.github.rowmill.config.Permission;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.observe.UnhandledTypes;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Place;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The first page. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill")
@Blocking
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
public class OverviewResource {

    private final Pages pages;
    private final Access access;
    private final Board board;
    private final UnhandledTypes unhandled;
    private final Handlers handlers;

    OverviewResource(Pages pages, Access access, Board board, UnhandledTypes unhandled, Handlers handlers) {
        this.pages = pages;
        this.access = access;
        this.board = board;
        this.unhandled = unhandled;
        this.handlers = handlers;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance overview(Frame frame, Overview page);
    }

    @GET
    @Operation(hidden = true)
    public Response overview() {
        access.requireEverywhere(Permission.VIEW);
        Frame frame = pages.frame(Place.OVERVIEW, "Overview");
        Overview page = Overview.of(board.read(), unhandled.waiting(), handlers.all(), frame.requireTimes());
        Frame told = frame.titled(page.heading().heading());
        return pages.ok(Templates.overview(page.heading().isTrouble() ? told.troubled() : told, page));
    }

    /** Of this class alone: the application's own resources keep their errors. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
