package io.github.rowmill.operate.page.failure;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureReader;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.admin.AdminFailures;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.task.StackTrace;
import io.github.rowmill.task.Attempt;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * The pages of failures: the list, and the failures with one cause. Public, as
 * {@link io.github.rowmill.operate.http.ApiFilter} is.
 */
@Path("rowmill/failures")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class FailuresResource {

    private static final int LATEST = 10;

    private final Pages pages;
    private final AdminFailures failures;
    private final TaskViews tasks;

    FailuresResource(Pages pages, AdminFailures failures, TaskViews tasks) {
        this.pages = pages;
        this.failures = failures;
        this.tasks = tasks;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance failures(Frame frame, FailureList page);

        static native TemplateInstance failure(Frame frame, FailureFacts page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(@QueryParam("queue") @Nullable String queue, @QueryParam("after") @Nullable String after) {
        String of = queue == null || queue.isBlank() ? null : queue;
        FailureReader.Place place = after == null
                ? FailureReader.Place.FIRST
                : FailureReader.Place.of(after).orElse(FailureReader.Place.FIRST);
        List<Failure> oneMore = failures.page(of, null, place, FailureList.ASKED);
        Frame frame = pages.frame(NavigationPage.FAILURES, "Failures");
        return pages.ok(Templates.failures(
                frame, FailureList.of(oneMore, of, place == FailureReader.Place.FIRST, frame.requireTimes())));
    }

    @GET
    @Path("/{signature}")
    @Operation(hidden = true)
    public Response one(@PathParam("signature") String signature) {
        Failure failure = failures.find(signature, null).orElseThrow(NotFoundException::new);
        Frame frame = pages.frame(NavigationPage.FAILURES, failure.exception());
        return pages.ok(Templates.failure(frame, facts(failure, frame.requireTimes())));
    }

    private FailureFacts facts(Failure failure, Times times) {
        String query = "failure:" + failure.signature();
        return new FailureFacts(
                failure,
                failures.parts(failure.signature()),
                tasks.glance(PageRequest.filter(query), LATEST).tasks().stream()
                        .map(TaskView::task)
                        .toList(),
                FailureFacts.Counted.of(failures.tasks(failure.signature(), null)),
                course(failure, times),
                trace(failure));
    }

    /**
     * Returns the recent numbers by minute if the first failure was less than an hour ago, else by hour.
     *
     * @return null if none of the counted attempts failed so
     */
    private FailureFacts.@Nullable Course course(Failure failure, Times times) {
        boolean byMinute = times.since(failure.first()).toHours() == 0;
        return FailureFacts.Course.of(failures.course(failure.signature(), byMinute), byMinute, times);
    }

    /**
     * Returns the stack trace of the last failed task's attempt.
     *
     * @return null if the attempt no longer exists, or if the caller may not see it or its task
     */
    private FailureFacts.@Nullable Trace trace(Failure failure) {
        try {
            return tasks.failed(failure.sample(), failure.signature())
                    .map(attempt -> trace(failure, attempt))
                    .orElse(null);
        } catch (TaskNotFoundException | DeniedException e) {
            return null;
        }
    }

    private static FailureFacts.Trace trace(Failure failure, Attempt attempt) {
        return new FailureFacts.Trace(
                failure.sample(), attempt.getNumber(), StackTrace.folded(String.valueOf(attempt.getStackTrace())));
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
