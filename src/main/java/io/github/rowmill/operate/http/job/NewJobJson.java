package io.github.rowmill.operate.http.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.feature.job.NewJob;
import io.github.rowmill.operate.http.json.RetryJson;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A job to begin: the operation, and the query for its tasks. */
@RegisterForReflection
@Schema(
        name = JobSchemas.NEW,
        description = "An action and a query for its tasks.",
        requiredProperties = {"action", "q"})
public record NewJobJson(
        @Schema(description = "The action, for the tasks whose state allows it.") @Nullable
        String action,

        @Schema(
                description = "The query that finds the tasks, with at least one term.",
                examples = "failure:9f0c1a77be52d310")
        @Nullable
        String q,

        @Schema(description = "The reason. It is kept with the job and in the audit.", maxLength = NewJob.MAX_REASON)
        @Nullable
        String reason,

        @Schema(
                description =
                        "Only for a retry. The tasks are due again at different moments within this time, 1s to 1d. If missing, all are due at once.",
                implementation = String.class,
                examples = "10m")
        @Nullable
        Duration spread,

        @Schema(
                description = "Only for a retry. " + RetryJson.PATCH,
                implementation = Object.class,
                examples = "{\"account\": \"a-2093\"}")
        @Nullable
        JsonNode patch,

        @Schema(description = "Only for a retry. " + RetryJson.ATTEMPTS, minimum = "1", maximum = "1000000000")
        @Nullable
        Integer attempts) {}
