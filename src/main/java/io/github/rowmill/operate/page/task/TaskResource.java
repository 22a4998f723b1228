package io.github.rowmill.operate.page.task;

import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.StaleVersionException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.admin.AdminChanges;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.Versions;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.audit.AuditReader;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.RetryForm;
import io.github.rowmill.operate.page.live.LivePage;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The page of one task, and the actions on it. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/tasks/{id: [0-9]{1,18}}")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class TaskResource implements LivePage {

    private static final int CONFLICT = 409;

    private final Pages pages;
    private final TaskPages shown;
    private final AdminTasks tasks;
    private final AdminChanges changes;
    private final AuditReader audit;
    private final EnqueueRate rate;

    TaskResource(
            Pages pages, TaskPages shown, AdminTasks tasks, AdminChanges changes, AuditReader audit, EnqueueRate rate) {
        this.pages = pages;
        this.shown = shown;
        this.tasks = tasks;
        this.changes = changes;
        this.audit = audit;
        this.rate = rate;
    }

    @GET
    @Operation(hidden = true)
    public Response show(
            @PathParam("id") long id,
            @QueryParam("log") @Nullable Integer attempt,
            @QueryParam("attempts") @Nullable Integer below) {
        Frame frame = below == null ? shown.live(id) : shown.frame(id);
        return pages.ok(shown.task(frame, id, attempt, below));
    }

    @Override
    public NavigationPage place() {
        return NavigationPage.TASKS;
    }

    @Override
    public String word() {
        return TaskPages.WORD;
    }

    @Override
    public String base() {
        return "../";
    }

    @Override
    public void require(@Nullable String id) {
        shown.find(NavigationPage.id(id));
    }

    @Override
    public TemplateInstance live(Frame frame, @Nullable String id) {
        return shown.live(frame, NavigationPage.id(id));
    }

    @POST
    @Path("/retry")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response retry(@PathParam("id") long id, @FormParam("version") long version, @BeanParam RetryForm form) {
        rate.take(1);
        return done(id, ConfirmedAction.RETRY, () -> tasks.retry(id, seen(version), form.options()));
    }

    @POST
    @Path("/cancel")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response cancel(@PathParam("id") long id, @FormParam("version") long version) {
        return done(id, ConfirmedAction.CANCEL, () -> tasks.cancel(id, seen(version)));
    }

    @POST
    @Path("/run")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response run(@PathParam("id") long id, @FormParam("version") long version) {
        return done(id, ConfirmedAction.RUN, () -> changes.runNow(id, seen(version)));
    }

    @POST
    @Path("/wake")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response endSleep(@PathParam("id") long id, @FormParam("version") long version) {
        return done(id, ConfirmedAction.WAKE, () -> changes.endSleep(id, seen(version)));
    }

    @POST
    @Path("/signal")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response signal(@PathParam("id") long id, @BeanParam SignalForm form) {
        rate.take(1);
        return done(id, ConfirmedAction.SIGNAL, () -> tasks.signal(id, form.name(), form.payload()));
    }

    @POST
    @Path("/change")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response change(@PathParam("id") long id, @BeanParam ChangeForm form) {
        Frame frame = shown.frame(id);
        return done(
                id,
                ConfirmedAction.CHANGE,
                () -> changes.change(
                        id,
                        seen(form.version),
                        form.change(shown.find(id), frame.view().zone())));
    }

    @POST
    @Path("/delete")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response delete(@PathParam("id") long id, @FormParam("version") long version) {
        try {
            changes.delete(id, seen(version));
            return pages.done("tasks", ConfirmedAction.DELETE);
        } catch (TaskNotFoundException e) {
            throw e;
        } catch (RowmillException e) {
            return refused(id, e);
        }
    }

    private static Versions seen(long version) {
        return Versions.of(version);
    }

    private Response done(long id, ConfirmedAction deed, Runnable verb) {
        try {
            verb.run();
            return pages.done("tasks/" + id, deed);
        } catch (TaskNotFoundException e) {
            throw e;
        } catch (RowmillException e) {
            return refused(id, e);
        }
    }

    /** Returns the task as it is now, with the reason why nothing was done. */
    private Response refused(long id, RowmillException why) {
        String text = why instanceof StaleVersionException ? faster(id) : why.getMessage() + ".";
        return pages.answer(CONFLICT, shown.task(shown.live(id).refusing(text), id, null, null));
    }

    private String faster(long id) {
        String who = audit.latest(new Target(Target.TASK, String.valueOf(id)))
                .map(entry -> "%s was the last to act on it (%s, %s)."
                        .formatted(
                                entry.actor(), entry.action(), shown.frame(id).ago(entry.at())))
                .orElse("No user action is recorded, so a node changed it.");
        return "the task has changed since you opened the page. This is its current state. " + who;
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
