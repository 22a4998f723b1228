package io.github.rowmill.operate.http;

import io.github.rowmill.api.Queues.Blocked;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A key that is blocked by a dead task. */
@RegisterForReflection
@Schema(name = "RowmillBlockedKey", description = "A key that stands still behind a dead task.")
public record BlockedJson(
        String key,
        @Schema(description = "The id of the dead task.") long task) {

    static BlockedJson of(Blocked blocked) {
        return new BlockedJson(blocked.key(), blocked.task());
    }

    /** The result of the release of a key. */
    @RegisterForReflection
    @Schema(name = "RowmillUnblocked", description = "What became of a key.")
    public record Unblocked(
            String key,

            @Schema(description = "The dead tasks that it goes on without; 0: none held it up.")
            int passed) {}
}
