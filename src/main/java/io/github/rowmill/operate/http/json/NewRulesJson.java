package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.Violation;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** All rules that a queue is to have. A rule that is left out or null does not hold. */
@RegisterForReflection
@Schema(
        name = "RowmillNewQueueRules",
        description = "All rules of a queue. A rule that is missing or null does not hold.")
public record NewRulesJson(
        @Schema(description = "True if none of its tasks are started.") @Nullable
        Boolean paused,

        @Schema(description = "Types whose tasks are not started.") @Nullable
        List<@Nullable String> pausedTypes,

        @Schema(description = "Most tasks that wait, or null for no limit.", minimum = "1") @Nullable
        Integer depth,

        @Schema(description = "Most tasks that execute at once, or null for no limit.", minimum = "1") @Nullable
        Integer concurrency,

        @Schema(description = "Most tasks of a key that execute at once, or null for no limit.", minimum = "1")
        @Nullable
        Integer perKey,

        @Schema(description = "Most starts in a period, or null for no limit.", minimum = "1") @Nullable
        Integer rate,

        @Schema(implementation = String.class, examples = "PT1S", defaultValue = "PT1S") @Nullable
        Duration ratePeriod,

        @Schema(description = "Most starts at once after a time without starts.", minimum = "1", defaultValue = "1")
        @Nullable
        Integer rateBurst,

        @Schema(description = "Most starts of tasks of a key in a period, or null for no limit.", minimum = "1")
        @Nullable
        Integer keyRate,

        @Schema(implementation = String.class, examples = "PT1S", defaultValue = "PT1S") @Nullable
        Duration keyRatePeriod,

        @Schema(description = "Like rateBurst, but for each key.", minimum = "1", defaultValue = "1") @Nullable
        Integer keyRateBurst,

        @Schema(description = "True if the tasks of a key run one after the other.") @Nullable
        Boolean ordered,

        @Schema(description = "True if a dead task blocks the tasks behind it in an ordered queue.") @Nullable
        Boolean blocks,

        @Schema(description = "True if keys take turns.") @Nullable
        Boolean fair,

        @Schema(description = "True if, with the same type and priority, the task with the latest runAt comes first.")
        @Nullable
        Boolean lifo,

        @Schema(
                description = "The waiting time that improves the priority by one, or null if waiting does not count.",
                implementation = String.class,
                examples = "PT10M")
        @Nullable
        Duration ageing,

        @Schema(
                description = "The share of the queue in the capacity of a node.",
                minimum = "1",
                maximum = "1000",
                defaultValue = "1")
        @Nullable
        Integer weight,

        @Schema(description = "How many tasks each key starts in a turn, 1 to 1000. Keys that are not listed start 1.")
        @Nullable
        Map<String, @Nullable Integer> keyWeights) {

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        if (pausedTypes != null && pausedTypes.contains(null)) {
            violations.add(new Violation("pausedTypes", "must not hold null"));
        }
        if (keyWeights != null && keyWeights.containsValue(null)) {
            violations.add(new Violation("keyWeights", "must not hold null"));
        }
        refuseAlone(rate, "ratePeriod", ratePeriod, violations);
        refuseAlone(rate, "rateBurst", rateBurst, violations);
        refuseAlone(keyRate, "keyRatePeriod", keyRatePeriod, violations);
        refuseAlone(keyRate, "keyRateBurst", keyRateBurst, violations);
        return violations;
    }

    private static void refuseAlone(
            @Nullable Integer rate, String field, @Nullable Object value, List<Violation> violations) {
        if (rate == null && value != null) {
            violations.add(new Violation(field, "applies only with a rate; give a rate too, or leave this field out"));
        }
    }

    /** Converts the rules to their Java form. */
    public QueueRules toRules() {
        Set<String> types = new HashSet<>(pausedTypes == null ? List.of() : pausedTypes);
        return QueueRules.NONE
                .paused(Boolean.TRUE.equals(paused))
                .pausedTypes(types)
                .depth(depth)
                .concurrency(concurrency)
                .perKey(perKey)
                .rate(rate(rate, ratePeriod, rateBurst))
                .keyRate(rate(keyRate, keyRatePeriod, keyRateBurst))
                .ordered(Boolean.TRUE.equals(ordered))
                .blocks(Boolean.TRUE.equals(blocks))
                .fair(Boolean.TRUE.equals(fair))
                .lifo(Boolean.TRUE.equals(lifo))
                .ageing(ageing)
                .weight(Objects.requireNonNullElse(weight, 1))
                .keyWeights(Objects.requireNonNullElse(keyWeights, Map.of()));
    }

    private static @Nullable Rate rate(@Nullable Integer starts, @Nullable Duration period, @Nullable Integer burst) {
        return starts == null
                ? null
                : new Rate(
                        starts,
                        Objects.requireNonNullElse(period, Duration.ofSeconds(1)),
                        Objects.requireNonNullElse(burst, 1));
    }
}
