package io.github.rowmill.operate.http.work;

import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.github.rowmill.text.Storable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the progress of tasks in a renewal. */
final class ProgressReader {

    private static final String FIELD = "progress";

    private final BiConsumer<String, String> violations;

    private ProgressReader(BiConsumer<String, String> violations) {
        this.violations = violations;
    }

    /**
     * Returns the valid progress of each lease.
     *
     * @param leases the leases of the renewal
     * @param violations is called with the field and the rule of each violation
     */
    static Map<Lease, Progress> read(
            @Nullable Map<String, RenewJson.@Nullable Report> given,
            List<Lease> leases,
            BiConsumer<String, String> violations) {
        if (given == null) {
            return Map.of();
        }
        Set<String> renewed = leases.stream().map(Lease::attemptKey).collect(Collectors.toSet());
        if (!renewed.containsAll(given.keySet())) {
            violations.accept(FIELD, "must have only leases that the request renews");
            return Map.of();
        }
        ProgressReader reader = new ProgressReader(violations);
        Map<Lease, Progress> all = new HashMap<>();
        given.forEach((lease, report) -> {
            Progress progress = reader.progress(FIELD + "." + lease, report);
            if (progress != null) {
                all.put(Lease.ofAttemptKey(lease), progress);
            }
        });
        return all;
    }

    /** Returns null if the report has a violation. */
    private @Nullable Progress progress(String field, RenewJson.@Nullable Report report) {
        if (report == null) {
            violations.accept(field, "must be an object");
            return null;
        }
        Integer percent = report.percent();
        if (percent == null) {
            violations.accept(field + ".percent", "is missing");
            return null;
        }
        if (percent < 0 || percent > Progress.MAX_PERCENT) {
            violations.accept(field + ".percent", "must be 0 to %s, was %s".formatted(Progress.MAX_PERCENT, percent));
            return null;
        }
        String problem = report.note() == null ? null : Storable.refusal(report.note(), Progress.MAX_NOTE);
        if (problem != null) {
            violations.accept(field + ".note", problem);
            return null;
        }
        return new Progress(percent, report.note());
    }
}
