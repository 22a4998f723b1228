package io.github.rowmill.operate.page.list;

import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.feature.job.Job;
import io.github.rowmill.operate.page.Bulk;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a job, as text.
 *
 * @param refusals the first tasks that do not fit their type with the patch of the job
 */
record Progress(Job job, List<Job.Refused> refusals) {

    /** Most refused tasks on the page; the API has all. */
    static final int NAMED = 20;

    private static final int PERCENT = 100;

    /** Returns the words for the action, or empty if only newer nodes have it. */
    private Optional<Bulk> bulk() {
        return BulkAction.find(job.action()).map(ConfirmedAction::bulk);
    }

    /** Returns what was done to the changed tasks, such as {@code cancelled}. */
    public String participle() {
        return bulk().map(Bulk::done).orElse("changed");
    }

    public boolean isRunning() {
        return job.status().equals("running");
    }

    public String heading() {
        String of = "%s of %s".formatted(Figures.number(job.done()), Figures.number(job.total()));
        if (isRunning()) {
            return bulk().map(Bulk::doing).orElse("Job “%s”".formatted(job.action())) + ", " + of;
        }
        return (job.status().equals("stopped") ? "Stopped, " : "") + of + " " + participle();
    }

    /** Returns the time over which the tasks become due again, or empty text if they are due at once. */
    public String spread() {
        return job.spread() == null ? "" : Figures.duration(job.spread());
    }

    /** Returns the progress in percent. Skipped tasks count. */
    public long share() {
        return job.total() == 0 ? PERCENT : PERCENT * (job.done() + job.skipped()) / job.total();
    }

    public String done() {
        return Figures.number(job.done());
    }

    public String skipped() {
        return Figures.number(job.skipped());
    }

    public String refused() {
        return Figures.number(job.refused());
    }

    public boolean hasPatch() {
        return job.patch() != null;
    }

    public String left() {
        return isRunning() ? Figures.number(job.total() - job.done() - job.skipped()) : "0";
    }

    /** Returns the path of the tasks that the query finds. */
    public String path() {
        return "tasks?q=" + Search.encoded(job.query());
    }
}
