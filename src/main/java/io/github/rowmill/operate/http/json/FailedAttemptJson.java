package io.github.rowmill.operate.http.json;

import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.task.Attempt;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A failed attempt. */
@RegisterForReflection
@Schema(name = "RowmillFailedAttempt")
public record FailedAttemptJson(
        @Schema(description = "The number of the attempt, from 1.")
        int number,

        @Schema(description = "The node that ran the attempt.")
        String operator,

        @Nullable Instant started,
        Instant finished,
        String error,
        @Nullable String stackTrace,

        @Schema(description = "The signature of its cause.") @Nullable
        String signature) {

    static List<FailedAttemptJson> of(TaskView view) {
        return view.attempts().stream().map(FailedAttemptJson::of).toList();
    }

    private static FailedAttemptJson of(Attempt attempt) {
        return new FailedAttemptJson(
                attempt.getNumber(),
                attempt.getOperator(),
                attempt.getStarted(),
                attempt.getFinished(),
                attempt.getError(),
                attempt.getStackTrace(),
                attempt.getSignature());
    }
}
