package io.github.rowmill.operate.http.job;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.engine.bulk.Job;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A job and its progress. */
@RegisterForReflection
@Schema(name = "RowmillJob", description = "A job, and how far it has come.")
public record JobJson(
        long id,
        @Schema(enumeration = {"cancel", "retry", "delete"}) String action,

        @Schema(
                description =
                        "The query that found its tasks; what it asks of payloads is *** for a caller who may not see those.")
        String q,

        @Schema(description = "Who began it.") String askedBy,

        @Schema(description = "Why; null: nobody said.") @Nullable
        String reason,

        @Schema(
                description = "Within how long its tasks are due again; null: at once.",
                implementation = String.class,
                format = "duration")
        @Nullable
        Duration spread,

        @Schema(description = "How many attempts each task has from now on; null: those that are left, or one.")
        @Nullable
        Integer attempts,

        @Schema(
                description =
                        "The JSON merge patch of the payloads, with *** for what is sensitive, or for all of it for a caller who may not see payloads; null: they stay as they are.",
                implementation = Object.class)
        @JsonRawValue
        @Nullable
        String patch,

        @Schema(enumeration = {"running", "stopped", "finished"})
        String status,

        @Schema(description = "The tasks that the query found in a state that allows it, at most 1,000,000.")
        long total,

        @Schema(description = "Those that it was done to.") long done,

        @Schema(
                description =
                        "Those that were in another state or queue, gone, or refused by the time it came to them.")
        long skipped,

        @Schema(
                description =
                        "Those of the skipped whose payload does not fit the type with the patch; `GET /jobs/{id}/refusals` names them.")
        long refused,

        Instant created,
        @Nullable Instant finished) {

    static JobJson of(Job job) {
        return new JobJson(
                job.id(),
                job.action().word(),
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

            @Schema(description = "What to ask for as `after` to get the next page; null: this is the last.") @Nullable
            Long next) {}
}
