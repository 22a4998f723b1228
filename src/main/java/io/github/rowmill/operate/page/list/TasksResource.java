package io.github.rowmill.operate.page.list;

import io.github.rowmill.config.Permission;
import io.github.rowmill.db.SearchTimeoutException;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.View;
import io.github.rowmill.operate.page.list.TaskList.Wrong;
import io.github.rowmill.operate.page.live.LivePage;
import io.github.rowmill.operate.search.Query;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The list of tasks. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/tasks")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class TasksResource implements LivePage {

    private static final int BAD_REQUEST = 400;
    private static final int TOO_HARD = 422;

    /** A query that is only an id. */
    private static final String ID = "\\s*[0-9]{1,18}\\s*";

    private final Pages pages;
    private final Access access;
    private final TaskViews tasks;
    private final KnownValues known;

    TasksResource(Pages pages, Access access, TaskViews tasks, KnownValues known) {
        this.pages = pages;
        this.access = access;
        this.tasks = tasks;
        this.known = known;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance tasks(Frame frame, TaskList page);

        static native TemplateInstance terms(List<String> terms);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("q") @DefaultValue("") String q, @QueryParam("after") @Nullable Long after) {
        if (q.matches(ID)) {
            return pages.seeOther("tasks/" + Long.parseLong(q.strip()));
        }
        Frame frame = pages.frame(NavigationPage.TASKS, "Tasks");
        Query query = Query.of(q);
        return query instanceof Query.Understood understood
                ? found(frame, q.strip(), understood, after)
                : misread(frame, q, (Query.Misread) query);
    }

    /** Returns completions of the search that is being typed. */
    @GET
    @Path("/terms")
    @Operation(hidden = true)
    public Response terms(@QueryParam("q") @DefaultValue("") String q) {
        access.requireSomewhere(Permission.VIEW);
        return pages.ok(Templates.terms(Completion.of(q, known::values)));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.TASKS;
    }

    @Override
    public void require(@Nullable String q) {
        tasks.require(PageRequest.filter(q));
    }

    /** Returns the tabs and the ids of the newest tasks. The tasks that are already shown stay as they are. */
    @Override
    public TemplateInstance live(Frame frame, @Nullable String q) {
        Search search = Query.of(q == null ? "" : q) instanceof Query.Understood query ? Search.of(query) : Search.ALL;
        List<Long> newest = tasks.newest(PageRequest.filter(q), View.ROWS + 1);
        return Templates.tasks(frame, TaskList.live(Tab.of(search, known.statistics()), newest));
    }

    private Response found(Frame asked, String q, Query.Understood query, @Nullable Long after) {
        Search search = Search.of(query);
        Frame frame = after == null ? asked.live(word(), search.text()) : asked;
        try {
            TaskViews.Page found = tasks.glance(new TaskFilter(query.terms(), after), View.ROWS);
            String older = found.next() == null
                    ? null
                    : search.path() + (search.terms().isEmpty() ? "?" : "&") + "after=" + found.next();
            return pages.ok(Templates.tasks(frame, page(q, search, "", found.tasks(), after == null, older)));
        } catch (SearchTimeoutException e) {
            TaskList page = page(q, search, String.valueOf(e.getMessage()), List.of(), after == null, null);
            return pages.answer(TOO_HARD, Templates.tasks(frame, page));
        }
    }

    private TaskList page(
            String q, Search search, String late, List<TaskView> rows, boolean isFirst, @Nullable String older) {
        return new TaskList(
                q,
                null,
                Tab.of(search, known.statistics()),
                known.rail(search),
                TaskList.chips(search),
                late,
                rows,
                rows.stream().map(row -> row.task().getId()).toList(),
                isFirst,
                older);
    }

    private Response misread(Frame frame, String q, Query.Misread misread) {
        Search all = new Search(List.of());
        TaskList page = new TaskList(
                q,
                Wrong.of(q, misread),
                Tab.of(all, known.statistics()),
                known.rail(all),
                List.of(),
                "",
                List.of(),
                List.of(),
                true,
                null);
        return pages.answer(BAD_REQUEST, Templates.tasks(frame, page));
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
