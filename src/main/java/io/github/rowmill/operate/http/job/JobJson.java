package io.github.rowmill.operate.http.job;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.feature.job.Job;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A job and its progress. */
@RegisterForReflection
@Schema(name = JobSchemas.JOB, description = "A job and its progress.")
public record JobJson(
        long id,
        String action,

        @Schema(
                description =
                        "The query that found its tasks. A caller who may not see payloads gets *** in place of search terms for payloads.")
        String q,

        @Schema(description = "The caller who started the job.")
        String askedBy,

        @Schema(description = "The reason, or null if none was given.") @Nullable
        String reason,

        @Schema(
                description = "The time within which its tasks are due again, or null if all are due at once.",
                implementation = String.class,
                format = "duration")
        @Nullable
        Duration spread,

        @Schema(
                description =
                        "How many attempts each task has from now on. Null for the attempts that are left, or one.")
        @Nullable
        Integer attempts,

        @Schema(
                description =
                        "The JSON merge patch of the payloads, or null if they stay as they are. Sensitive values are ***. A caller who may not see payloads gets *** as the whole patch.",
                implementation = Object.class)
        @JsonRawValue
        @Nullable
        String patch,

        @Schema(enumeration = {"running", "stopped", "finished"})
        String status,

        @Schema(
                description =
                        "The number of tasks that the query found in a state that allows the action, at most 1,000,000.")
        long total,

        @Schema(description = "The number of tasks that the action was applied to.")
        long done,

        @Schema(
                description =
                        "The number of tasks that were gone, refused, or in another state or queue when the job reached them.")
        long skipped,

        @Schema(
                description =
                        "The number of skipped tasks whose patched payload does not fit the type. `GET /jobs/{id}/refusals` lists them.")
        long refused,

        Instant created,
        @Nullable Instant finished) {

    static JobJson of(Job job) {
        return new JobJson(
                job.id(),
                job.action(),
                job.query(),
                job.askedBy(),
                job.reason(),
                job.spread(),
                job.attempts(),
                job.patch(),
                job.status(),
                job.total(),
                job.done(),
                job.skipped(),
                job.refused(),
                job.created(),
                job.finished());
    }

    /** A page of jobs, the newest first. */
    @RegisterForReflection
    @Schema(name = "RowmillJobPage", description = "A page of jobs, the newest first.")
    public record Page(
            List<JobJson> jobs,

            @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
            Long next) {}
}
