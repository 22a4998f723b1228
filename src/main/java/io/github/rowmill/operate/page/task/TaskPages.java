package io.github.rowmill.operate.page.task;

import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.admin.step.StepViews;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Builds the page of a task, for requests and for its stream. */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
class TaskPages {

    /** Name of the page in the address of its stream. */
    static final String WORD = "task";

    private final Pages pages;
    private final TaskViews tasks;
    private final FlowReader flows;
    private final StepViews steps;

    TaskPages(Pages pages, TaskViews tasks, FlowReader flows, StepViews steps) {
        this.pages = pages;
        this.tasks = tasks;
        this.flows = flows;
        this.steps = steps;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance task(Frame frame, TaskPage page);
    }

    TaskView find(long id) {
        return tasks.find(id);
    }

    Frame frame(long id) {
        return pages.frame(NavigationPage.TASKS, "Task " + id);
    }

    /** Returns the frame of a page that changes. */
    Frame live(long id) {
        return frame(id).live(WORD, String.valueOf(id));
    }

    /**
     * Returns the page of a task.
     *
     * @param attempt the attempt of which the log is shown; null for the last one
     * @param below number below which attempts are listed; null for the latest ones
     */
    TemplateInstance task(Frame frame, long id, @Nullable Integer attempt, @Nullable Integer below) {
        TaskView view = tasks.find(id);
        TaskView listed = below == null ? null : tasks.find(id, below);
        return page(
                frame,
                view,
                listed,
                log(frame, view, attempt == null ? view.task().getAttempts() : attempt));
    }

    /** Returns the page for its stream, without logs. */
    TemplateInstance live(Frame frame, long id) {
        return page(frame, tasks.find(id), null, null);
    }

    private TemplateInstance page(Frame frame, TaskView view, @Nullable TaskView listed, TaskPage.@Nullable Log log) {
        FlowPlaces.OfTask place = flows.place(view.task().getId()).orElse(null);
        TaskPage page = TaskPage.of(view, listed, place, steps.of(view), frame.requireTimes(), log);
        return Templates.task(frame.titled(page.title()).troubledIf(page.mood() == DisplayState.DEAD), page);
    }

    private TaskPage.@Nullable Log log(Frame frame, TaskView view, int attempt) {
        return view.withPayload()
                ? tasks.log(view.task().getId(), attempt)
                        .map(lines -> new TaskPage.Log(attempt, lines))
                        .orElse(null)
                : null;
    }
}
