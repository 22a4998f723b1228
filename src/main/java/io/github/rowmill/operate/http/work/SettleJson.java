package io.github.rowmill.operate.http.work;

import io.github.rowmill.feature.lend.LoanSettler;
import io.github.rowmill.operate.http.json.PayloadText;
import io.github.rowmill.task.Lease;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The ends of attempts. */
@RegisterForReflection
@Schema(name = "RowmillVerdicts", description = "The ends of attempts.", requiredProperties = "verdicts")
public record SettleJson(
        @Schema(description = "The verdicts, 1 to 1,000, at most one for each lease.") @Nullable
        List<@Nullable Verdict> verdicts) {

    /** The end of one attempt. */
    @RegisterForReflection
    @Schema(
            name = "RowmillVerdict",
            description = "The end of one attempt.",
            requiredProperties = {"lease", "outcome"})
    public record Verdict(
            @Schema(description = "The lease.", examples = "17:3") @Nullable
            String lease,

            @Schema(
                    description =
                            "How the attempt ended. `failed`: it is tried again while attempts are left. `gave-up`: the task is dead. `snoozed`: it is queued again, due after `delay`, and the attempt does not count. `released`: it is queued again as it is, and the attempt does not count.",
                    enumeration = {"succeeded", "failed", "gave-up", "snoozed", "released"})
            @Nullable
            String outcome,

            @Schema(
                    description =
                            "Required for `failed` and `gave-up`: class and message of the error. Only the first 8,192 characters are kept.",
                    examples = "ValueError: no such file")
            @Nullable
            String error,

            @Schema(
                    description =
                            "Only for `succeeded`: the result, any JSON value. It is kept with the task, as what a handler returns.",
                    implementation = Object.class)
            @Nullable
            PayloadText result,

            @Schema(
                    description =
                            "Only for `failed` and `gave-up`: the stack trace. Only the first 32,768 characters are kept.")
            @Nullable
            String trace,

            @Schema(
                    description =
                            "Required for `snoozed`, optional for `failed`: the time until the task is due again. If missing, the backoff of the type.",
                    implementation = String.class,
                    examples = "30s")
            @Nullable
            Duration delay) {}

    /** The verdicts that are recorded, and those that are not. */
    @RegisterForReflection
    @Schema(name = "RowmillSettled", description = "The verdicts that are recorded, and those that are not.")
    public record Answer(
            @Schema(description = "The leases whose verdicts are recorded, by this request or by an earlier one.")
            List<String> written,

            @Schema(description = "The leases that the worker no longer holds. Their verdicts are not recorded.")
            List<String> stale) {

        static Answer of(LoanSettler.Settled settled) {
            return new Answer(
                    settled.written().stream().map(Lease::attemptKey).toList(),
                    settled.stale().stream().map(Lease::attemptKey).toList());
        }
    }
}
