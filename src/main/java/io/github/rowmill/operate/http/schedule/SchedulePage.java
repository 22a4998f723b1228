package io.github.rowmill.operate.http.schedule;

import io.github.rowmill.db.Page;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of schedules, by name. */
@RegisterForReflection
@Schema(name = "RowmillSchedulePage", description = "A page of schedules, by name.")
public record SchedulePage(
        List<ScheduleJson> schedules,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        String next) {

    static SchedulePage of(Page<ScheduleJson> page) {
        return new SchedulePage(page.rows(), page.next(ScheduleJson::name));
    }
}
