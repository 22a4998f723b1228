package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.feature.job.Job;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminJobs;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.live.LivePage;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * The pages for an action on many tasks: the question, the action, and its progress. Public, as
 * {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill/bulk")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class BulkResource implements LivePage {

    private static final int BAD_REQUEST = 400;

    private final Pages pages;
    private final Access access;
    private final TaskViews tasks;
    private final AdminJobs jobs;
    private final SelectedTasks chosen;
    private final EnqueueRate rate;

    BulkResource(Pages pages, Access access, TaskViews tasks, AdminJobs jobs, SelectedTasks chosen, EnqueueRate rate) {
        this.pages = pages;
        this.access = access;
        this.tasks = tasks;
        this.jobs = jobs;
        this.chosen = chosen;
        this.rate = rate;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance question(Frame frame, Question page);

        static native TemplateInstance job(Frame frame, Progress page);
    }

    @GET
    @Operation(hidden = true)
    public Response ask(@BeanParam BulkRequest.Query query) {
        access.requireSomewhere(Permission.OPERATE);
        BulkRequest request = query.request();
        return pages.ok(Templates.question(frame(request), Question.of(request, tasks)));
    }

    private Frame frame(BulkRequest request) {
        return pages.frame(NavigationPage.TASKS, request.bulk().verb() + " tasks");
    }

    @POST
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response act(@BeanParam BulkRequest.Form form) {
        BulkRequest request = form.request();
        try {
            return act(request);
        } catch (InvalidPatchException e) {
            Question again = Question.of(request, tasks).mistaken(e.getMessage() + ".");
            return pages.answer(BAD_REQUEST, Templates.question(frame(request), again));
        }
    }

    private Response act(BulkRequest request) {
        BulkAction action = request.bulk().action();
        if (!request.ids().isEmpty()) {
            if (action == BulkAction.RETRY) {
                rate.take(request.ids().size());
            }
            SelectedTasks.Outcome outcome = chosen.act(action, request.options(), request.ids());
            return pages.done(request.back(), ConfirmedAction.of(action), outcome.done(), outcome.left());
        }
        return pages.seeOther(
                request.job().map(jobs::begin).map(job -> "bulk/" + job.id()).orElse("tasks"));
    }

    @GET
    @Path("/{id}")
    @Operation(hidden = true)
    public Response watch(@PathParam("id") long id) {
        String of = String.valueOf(id);
        return pages.ok(live(pages.frame(place(), "Job").live(word(), of), of));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.TASKS;
    }

    @Override
    public String word() {
        return "job";
    }

    @Override
    public String base() {
        return "../";
    }

    @Override
    public void require(@Nullable String id) {
        progress(id);
    }

    @Override
    public TemplateInstance live(Frame frame, @Nullable String id) {
        Progress progress = progress(id);
        return Templates.job(frame.titled(progress.heading()), progress);
    }

    private Progress progress(@Nullable String id) {
        long job = NavigationPage.id(id);
        return new Progress(
                jobs.find(job).orElseThrow(NotFoundException::new),
                jobs.refused(job, 0, Progress.NAMED).orElseThrow(NotFoundException::new));
    }

    @POST
    @Path("/{id}/stop")
    @Operation(hidden = true)
    public Response stop(@PathParam("id") long id) {
        Job job = jobs.stop(id).orElseThrow(NotFoundException::new);
        return pages.done("bulk/" + job.id(), ConfirmedAction.STOP);
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
