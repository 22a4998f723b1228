package io.github.rowmill.operate.page.overview;

import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.figures.HistoryFigures;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.observe.UnhandledTypes;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.chart.Charts;
import io.github.rowmill.operate.page.live.LivePage;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The overview, which is the first page. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class OverviewResource implements LivePage {

    private final Pages pages;
    private final Access access;
    private final OverviewFigures board;
    private final UnhandledTypes unhandled;
    private final Handlers handlers;
    private final HistoryFigures past;

    OverviewResource(
            Pages pages,
            Access access,
            OverviewFigures board,
            UnhandledTypes unhandled,
            Handlers handlers,
            HistoryFigures past) {
        this.pages = pages;
        this.access = access;
        this.board = board;
        this.unhandled = unhandled;
        this.handlers = handlers;
        this.past = past;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance overview(Frame frame, Overview page, Charts charts);
    }

    @GET
    @Operation(hidden = true)
    public Response overview(@QueryParam("range") @Nullable String range) {
        require(range);
        return pages.ok(live(pages.frame(NavigationPage.OVERVIEW, "Overview").live(word(), range), range));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.OVERVIEW;
    }

    @Override
    public void require(@Nullable String range) {
        access.requireSomewhere(Permission.VIEW);
    }

    @Override
    public TemplateInstance live(Frame frame, @Nullable String range) {
        require(range);
        HistoryRange chosen = HistoryRange.of(String.valueOf(range)).orElse(HistoryRange.HOUR);
        Set<String> queues = access.queues(Permission.VIEW);
        List<HistoryPoint> points = past.read(chosen, queues);
        Overview page = Overview.of(
                board.read(queues),
                new Flow.Lately(
                        points.stream().mapToLong(HistoryPoint::completed).sum(),
                        Figures.rough(chosen.length()),
                        past.busiest(chosen, queues)),
                queues == null ? unhandled.waiting() : List.of(),
                handlers.all(),
                frame.requireTimes());
        Charts charts =
                Charts.of(chosen, points, queues == null ? past.starts(chosen) : List.of(), frame.requireTimes());
        Frame told =
                frame.titled(page.heading().heading()).troubledIf(page.heading().isTrouble());
        return Templates.overview(told, page, charts);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
