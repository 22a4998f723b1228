package io.github.rowmill.feature.failure;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Deletes failures that have not happened for the time that dead tasks are kept. */
@Singleton
public class FailureTrimmer implements HourlyTrim {

    private final FailureRows rows;
    private final Duration retention;

    FailureTrimmer(FailureRows rows, RowmillConfig config) {
        this.rows = rows;
        this.retention = config.retention().dead();
    }

    @Override
    public String name() {
        return "failure-trim";
    }

    @Override
    public long trimOnce() {
        return rows.forget(retention);
    }
}
