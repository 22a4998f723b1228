package io.github.rowmill.operate.http.job;

import io.github.rowmill.feature.job.Job;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of tasks that a job did not retry, as their payload with its patch does not fit the type. */
@RegisterForReflection
@Schema(
        name = "RowmillRefusalPage",
        description = "A page of tasks that a job did not retry, because their patched payload does not fit the type.")
public record RefusalPage(
        List<Refusal> refusals,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        Long next) {

    /** A task that the job did not retry. */
    @RegisterForReflection
    @Schema(name = "RowmillRefusal", description = "A task that a job did not retry.")
    public record Refusal(
            long task,

            @Schema(
                    description = "The reason of the refusal, or null for a caller who may not see payloads.",
                    examples = "a task of type 'reminder' was refused: payload.account: must not be blank")
            @Nullable
            String reason) {}

    /** Returns the first {@code limit} tasks. A further task in the list means that a next page exists. */
    static RefusalPage of(List<Job.Refused> oneMore, int limit) {
        List<Refusal> page = oneMore.stream()
                .limit(limit)
                .map(one -> new Refusal(one.task(), one.reason()))
                .toList();
        return new RefusalPage(
                page, oneMore.size() > limit ? page.get(limit - 1).task() : null);
    }
}
