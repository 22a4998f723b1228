package io.github.rowmill.operate.http;

import io.github.rowmill.api.Queues.Blocked;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A key that is blocked by a dead task. */
@RegisterForReflection
@Schema(name = "RowmillBlockedKey", description = "A key that a dead task blocks.")
public record BlockedJson(
        String key,
        @Schema(description = "The id of the dead task.") long task) {

    static BlockedJson of(Blocked blocked) {
        return new BlockedJson(blocked.key(), blocked.task());
    }

    /** The result of the release of a key. */
    @RegisterForReflection
    @Schema(name = "RowmillUnblocked", description = "The result of unblocking a key.")
    public record Unblocked(
            String key,

            @Schema(description = "The number of dead tasks that blocked the key, 0 if none did.")
            int passed) {}
}
