package io.github.rowmill.operate.http.work;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A claim of a remote worker. */
@RegisterForReflection
@Schema(name = "RowmillClaim", description = "A claim of a remote worker.", requiredProperties = "types")
public record ClaimJson(
        @Schema(description = "The types of the tasks, 1 to 100.", examples = "[\"encode\"]") @Nullable
        List<@Nullable String> types,

        @Schema(description = "The only queues of the tasks, 1 to 100. If missing, all queues of the caller.") @Nullable
        List<@Nullable String> queues,

        @Schema(description = "Most tasks of the answer.", minimum = "1", maximum = "100", defaultValue = "1") @Nullable
        Integer room,

        @Schema(
                description =
                        "How long the answer may wait for a task that is due, such as 30s, at most 60s. If missing, the answer comes at once.",
                implementation = String.class,
                examples = "30s")
        @JsonProperty("wait")
        @Nullable
        Duration waitFor) {}
