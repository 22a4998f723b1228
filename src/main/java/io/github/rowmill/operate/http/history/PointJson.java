package io.github.rowmill.operate.http.history;

import io.github.rowmill.feature.series.HistoryPoint;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The figures of one step. */
@RegisterForReflection
@Schema(name = "RowmillHistoryPoint", description = "The work of one step. A time is null if none was measured.")
public record PointJson(
        Instant start,
        long enqueued,

        @Schema(description = "Tasks that succeeded.") long completed,

        @Schema(description = "Attempts that failed by an exception or a timeout, or were lost with their node.")
        long failed,

        @Schema(description = "Tasks that became dead.") long dead,

        @Schema(description = "Half of the attempts started within this time after they were due.") @Nullable
        Duration waitP50,

        @Schema(description = "95 of 100 attempts started within this time after they were due.") @Nullable
        Duration waitP95,

        @Schema(description = "Half of the attempts took no longer.") @Nullable
        Duration runP50,

        @Schema(description = "95 of 100 attempts took no longer.") @Nullable
        Duration runP95) {

    private static final double HALF = 0.5;
    private static final double MOST = 0.95;

    static PointJson of(HistoryPoint point) {
        return new PointJson(
                point.start(),
                point.enqueued(),
                point.completed(),
                point.failed(),
                point.dead(),
                point.waits().quantile(HALF),
                point.waits().quantile(MOST),
                point.runs().quantile(HALF),
                point.runs().quantile(MOST));
    }
}
