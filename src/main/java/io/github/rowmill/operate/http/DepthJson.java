package io.github.rowmill.operate.http;

import io.github.rowmill.api.Queues;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The number of waiting tasks of a queue. */
@RegisterForReflection
@Schema(name = "RowmillDepth", description = "The number of waiting tasks of a queue.")
public record DepthJson(
        String name,

        @Schema(description = "The number of tasks, at most 10,000.")
        int depth,

        @Schema(description = "Whether all waiting tasks were counted. If false, there are at least `depth`.")
        boolean exact) {

    static DepthJson of(String name, int depth) {
        return new DepthJson(name, depth, depth < Queues.MAX_DEPTH);
    }
}
