package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.UnansweredException;
import io.github.rowmill.engine.store.read.QueueStats;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.engine.store.read.TaskReader;
import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.Caller;
import io.github.rowmill.operate.access.Credentials;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.access.DeniedException;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The page at {@code /rowmill}: what waits, what runs, and what was enqueued last. It changes nothing. */
@Path(Dashboard.PATH)
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
class Dashboard {

    static final String PATH = "rowmill";

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.dashboard");

    /** All who look within this time are shown the same counts. */
    private static final Duration AGE = Duration.ofSeconds(1);

    /** As the page itself says in its head. */
    private static final int RELOAD_SECONDS = 5;

    private static final int LATEST = 20;

    private final RowmillConfig config;
    private final QueueStats stats;
    private final TaskReader tasks;
    private final Access access;
    private final CurrentCaller current;
    private final Credentials credentials;

    Dashboard(
            RowmillConfig config,
            QueueStats stats,
            TaskReader tasks,
            Access access,
            CurrentCaller current,
            Credentials credentials) {
        this.config = config;
        this.stats = stats;
        this.tasks = tasks;
        this.access = access;
        this.current = current;
        this.credentials = credentials;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance overview(Overview page, String folder, @Nullable String user);
    }

    @GET
    @Blocking
    @Produces({MediaType.TEXT_HTML, MediaType.TEXT_PLAIN})
    @Operation(hidden = true)
    public Response overview(UriInfo uri) {
        if (!config.dashboard().enabled()) {
            throw new NotFoundException();
        }
        try {
            access.requireEverywhere(Permission.VIEW);
            Overview page = Overview.of(stats.read(AGE), tasks.pageWithoutPayloads(TaskFilter.ALL, LATEST));
            return Pages.answer(
                    Response.ok(Templates.overview(page, folder(uri), user()).render(), Pages.HTML));
        } catch (DeniedException e) {
            return Pages.denied(e, credentials.hasUsers());
        } catch (UnansweredException e) {
            LOG.warnf("the page was not shown: %s", e.getMessage());
            return Pages.answer(Response.status(Response.Status.SERVICE_UNAVAILABLE)
                    .entity(e.getMessage())
                    .type(MediaType.TEXT_PLAIN_TYPE)
                    .header("Refresh", RELOAD_SECONDS));
        }
    }

    /** Who has signed in with a session, and may sign out. */
    private @Nullable String user() {
        Caller caller = current.get();
        return caller.isKnown() && credentials.hasUsers() ? caller.name() : null;
    }

    /** Where the page's files are, seen from the page: its links are relative, so that they hold under any root path and proxy. */
    private static String folder(UriInfo uri) {
        return uri.getPath().endsWith("/") ? "" : PATH + "/";
    }
}
