package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Mood;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Place;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Makes the page of a task, whatever was asked of it. */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
class Shown {

    /** As the address of its stream names the page. */
    static final String WORD = "task";

    private final Pages pages;
    private final TaskViews tasks;

    Shown(Pages pages, TaskViews tasks) {
        this.pages = pages;
        this.tasks = tasks;
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
        return pages.frame(Place.TASKS, "Task " + id);
    }

    /** The frame of the page while it changes. */
    Frame live(long id) {
        return frame(id).live(WORD, String.valueOf(id));
    }

    /**
     * The page of a task.
     *
     * @param attempt whose log is shown; null: the last one's
     * @param below the number below which attempts are listed; null: the last ones are
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

    /** What changes of it: all but logs. */
    TemplateInstance live(Frame frame, long id) {
        return page(frame, tasks.find(id), null, null);
    }

    private static TemplateInstance page(
            Frame frame, TaskView view, @Nullable TaskView listed, TaskPage.@Nullable Log log) {
        TaskPage page = TaskPage.of(view, listed, frame.requireTimes(), log);
        return Templates.task(frame.titled(page.title()).troubledIf(page.mood() == Mood.DEAD), page);
    }

    private TaskPage.@Nullable Log log(Frame frame, TaskView view, int attempt) {
        return view.withPayload()
                ? tasks.log(view.task().getId(), attempt)
                        .map(lines -> new TaskPage.Log(attempt, lines))
                        .orElse(null)
                : null;
    }
}
