package io.github.rowmill.operate.http.work;

import io.github.rowmill.feature.lend.LoanKeeper;
import io.github.rowmill.task.Lease;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Leases to renew. */
@RegisterForReflection
@Schema(name = "RowmillRenewal", description = "Leases to renew.", requiredProperties = "leases")
public record RenewJson(
        @Schema(description = "The leases, 1 to 1,000.", examples = "[\"17:3\"]") @Nullable
        List<@Nullable String> leases,

        @Schema(
                description =
                        "The progress of tasks, by their lease, which is in `leases`. Tasks that are not listed keep theirs.",
                examples = "{\"17:3\": {\"percent\": 40}}")
        @Nullable
        Map<String, @Nullable Report> progress) {

    /** The progress of a task. */
    @RegisterForReflection
    @Schema(name = "RowmillProgress", description = "The progress of a task.", requiredProperties = "percent")
    public record Report(
            @Schema(description = "Percent of its work that the worker has done.", minimum = "0", maximum = "100")
            @Nullable
            Integer percent,

            @Schema(
                    description = "Text for users, 1 to 200 characters. It is not masked. If missing, there is none.",
                    examples = "page 4")
            @Nullable
            String note) {}

    /** The leases that were renewed, and those that were not. */
    @RegisterForReflection
    @Schema(name = "RowmillRenewed", description = "The leases that were renewed, and those that were not.")
    public record Answer(
            List<String> kept,

            @Schema(
                    description =
                            "The attempts to end, and why: `cancelled`, `lost`, or `timed-out`. Their verdicts would be stale.",
                    examples = "{\"17:3\": \"cancelled\"}")
            Map<String, String> stop) {

        static Answer of(LoanKeeper.Renewed renewed) {
            Map<String, String> stop = new LinkedHashMap<>();
            renewed.stop()
                    .forEach((lease, why) -> stop.put(
                            lease.attemptKey(),
                            why.name().toLowerCase(Locale.ROOT).replace('_', '-')));
            return new Answer(renewed.kept().stream().map(Lease::attemptKey).toList(), stop);
        }
    }
}
