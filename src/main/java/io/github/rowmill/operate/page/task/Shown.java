package io.github.rowmill.operate.page.task;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.OptionalFaces;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Place;
import io.github.rowmill.operate.page.Remark;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Makes the page of a task, whatever was asked of it. */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
class Shown {

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

    /**
     * The page of a task.
     *
     * @param attempt whose log is shown; null: the last one's
     * @param remark what is said above it; null: what the address says
     */
    TemplateInstance task(long id, @Nullable Integer attempt, @Nullable Remark remark) {
        TaskView view = tasks.find(id);
        Frame frame = frame(id).titled(view.task().getType() + " " + id);
        TaskPage page = TaskPage.of(
                view,
                frame.requireTimes(),
                log(frame, view, attempt == null ? view.task().getAttempts() : attempt));
        return Templates.task(remark == null ? frame : frame.remarking(remark), page);
    }

    private TaskPage.@Nullable Log log(Frame frame, TaskView view, int attempt) {
        return frame.viewer().may(Permission.VIEW_PAYLOAD)
                ? tasks.log(view.task().getId(), attempt)
                        .map(lines -> new TaskPage.Log(attempt, lines))
                        .orElse(null)
                : null;
    }
}
