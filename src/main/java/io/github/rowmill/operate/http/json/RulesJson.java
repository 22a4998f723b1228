package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Queues;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What holds for a queue. */
@RegisterForReflection
@Schema(name = "RowmillQueueRules", description = "What holds for a queue in the whole cluster.")
public record RulesJson(
        @Schema(examples = "mail") String name,

        @Schema(description = "Whether none of its tasks are started.")
        boolean paused,

        @Schema(description = "Most tasks that execute at once; null: no limit.", minimum = "1") @Nullable
        Integer concurrency) {

    /** The rules of a queue that has some. */
    public static RulesJson of(Queues.Rules rules) {
        return new RulesJson(rules.queue(), rules.paused(), rules.concurrency());
    }
}
