package io.github.rowmill.operate.http.job;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What is to be done to which tasks. */
@RegisterForReflection
@Schema(
        name = "RowmillNewJob",
        description = "What is to be done to which tasks.",
        requiredProperties = {"action", "q"})
public record NewJobJson(
        @Schema(
                description = "Done to those of the tasks whose state allows it.",
                enumeration = {"cancel", "retry", "delete"})
        @Nullable
        String action,

        @Schema(description = "The query that finds them, of at least one term.", examples = "failure:9f0c1a77be52d310")
        @Nullable
        String q) {}
