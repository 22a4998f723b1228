package io.github.rowmill.engine.hold;

import io.github.rowmill.task.Progress;
import org.jspecify.annotations.Nullable;

/** The progress that the handler of a held task reports, and what of it is in the row. Safe for threads. */
public final class ReportedProgress {

    private volatile @Nullable Progress last;
    private volatile @Nullable Progress written;

    /** Records a report of the handler. */
    void report(Progress progress) {
        last = progress;
    }

    /** Returns the last report if it is not in the row. */
    public @Nullable Progress unwritten() {
        Progress progress = last;
        return progress == null || progress.equals(written) ? null : progress;
    }

    /** Records that a report is in the row, or that the database refuses it. */
    public void written(Progress progress) {
        written = progress;
    }
}
