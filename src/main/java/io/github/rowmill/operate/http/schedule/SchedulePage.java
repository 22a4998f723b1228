package io.github.rowmill.operate.http.schedule;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of schedules, by name. */
@RegisterForReflection
@Schema(name = "RowmillSchedulePage", description = "A page of schedules, by name.")
public record SchedulePage(
        List<ScheduleJson> schedules,

        @Schema(description = "What to ask for as `after` to get the next page; null: this is the last.") @Nullable
        String next) {

    /** A page cut from one schedule more than fits, if there is one more. */
    public static SchedulePage of(List<ScheduleJson> oneMore, int limit) {
        if (oneMore.size() <= limit) {
            return new SchedulePage(oneMore, null);
        }
        List<ScheduleJson> schedules = oneMore.subList(0, limit);
        return new SchedulePage(schedules, schedules.get(limit - 1).name());
    }
}
