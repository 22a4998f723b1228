package io.github.rowmill.operate.http.work;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.util.RawValue;
import io.github.rowmill.feature.lend.Loan;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A task that a remote worker has claimed. */
@RegisterForReflection
@Schema(name = "RowmillLoan", description = "A task that a remote worker has claimed.")
public record LoanJson(
        @Schema(description = "The lease. Send it to renew or settle this attempt.", examples = "17:3")
        String lease,

        long id,
        String type,
        String queue,

        @Schema(description = "The payload, without encryption and masks.", implementation = Object.class) @JsonRawValue
        String payload,

        @Schema(
                description = "The values of the steps that earlier attempts have recorded, by the name of the step.",
                implementation = Object.class,
                examples = "{\"upload\": {\"place\": \"/films/7\"}}")
        Map<String, RawValue> steps,

        @Schema(description = "The number of the attempt, from 1.")
        int attempt,

        int maxAttempts,

        @Schema(
                description = "Maximum execution time of the attempt. A renewal after that ends it.",
                implementation = String.class,
                examples = "PT15M")
        Duration timeout,

        @Schema(
                description = "The task is given to another worker if it is not renewed or settled for this time.",
                implementation = String.class,
                examples = "PT30S")
        Duration leaseFor,

        @Schema(description = "The W3C trace context of the enqueue, or null if the task carries none.") @Nullable
        String traceparent,

        @Schema(
                description =
                        "True if the task has crashed twice. It comes alone, and may crash the worker. The worker gets no other task until it has settled this one.")
        boolean alone) {

    static LoanJson of(Loan loan) {
        return new LoanJson(
                loan.task().lease().attemptKey(),
                loan.task().id(),
                loan.task().type(),
                loan.task().queue(),
                loan.payload(),
                raw(loan.steps()),
                loan.task().attempt(),
                loan.task().maxAttempts(),
                loan.timeout(),
                loan.leaseFor(),
                TraceParent.of(loan.task().carried()),
                loan.task().isQuarantined());
    }

    private static Map<String, RawValue> raw(Map<String, String> steps) {
        Map<String, RawValue> values = new LinkedHashMap<>();
        steps.forEach((name, json) -> values.put(name, new RawValue(json)));
        return values;
    }

    /** The claimed tasks. */
    @RegisterForReflection
    @Schema(name = "RowmillLoans", description = "The claimed tasks. There are none if no task was due in time.")
    public record All(List<LoanJson> tasks) {

        static All of(List<Loan> loans) {
            return new All(loans.stream().map(LoanJson::of).toList());
        }
    }
}
