package io.github.rowmill.operate.http.history;

import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The figures of a range, step by step. */
@RegisterForReflection
@Schema(
        name = "RowmillHistory",
        description = "The work of all nodes by step. The last step is the latest one that is over.")
public record HistoryJson(
        String range,

        @Schema(description = "The length of a step: a minute, ten minutes or an hour.")
        Duration step,

        List<PointJson> points) {

    static HistoryJson of(HistoryRange range, List<HistoryPoint> points) {
        return new HistoryJson(
                range.word(), range.step(), points.stream().map(PointJson::of).toList());
    }
}
