package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues;
import io.github.rowmill.api.Rate;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The rules of a queue: the columns of its row, named in camelCase. */
@RegisterForReflection
@Schema(name = "RowmillQueueRules", description = "The rules of a queue in the whole cluster.")
public record RulesJson(
        @Schema(examples = "mail") String name,

        @Schema(description = "True if none of its tasks are started.")
        boolean paused,

        @Schema(description = "Types whose tasks are not started.")
        List<String> pausedTypes,

        @Schema(description = "Most tasks that wait, or null for no limit.", minimum = "1") @Nullable
        Integer depth,

        @Schema(description = "Most tasks that execute at once, or null for no limit.", minimum = "1") @Nullable
        Integer concurrency,

        @Schema(description = "Most tasks of a key that execute at once, or null for no limit.", minimum = "1")
        @Nullable
        Integer perKey,

        @Schema(description = "Most starts in a period, or null for no limit.", minimum = "1") @Nullable
        Integer rate,

        @Schema(implementation = String.class, examples = "PT1S")
        Duration ratePeriod,

        @Schema(description = "Most starts at once after a time without starts.", minimum = "1")
        int rateBurst,

        @Schema(description = "Most starts of tasks of a key in a period, or null for no limit.", minimum = "1")
        @Nullable
        Integer keyRate,

        @Schema(implementation = String.class, examples = "PT1S")
        Duration keyRatePeriod,

        @Schema(description = "Like rateBurst, but for each key.", minimum = "1")
        int keyRateBurst,

        @Schema(description = "True if the tasks of a key run one after the other.")
        boolean ordered,

        @Schema(description = "True if a dead task blocks the tasks behind it in an ordered queue.")
        boolean blocks,

        @Schema(description = "True if keys take turns.") boolean fair,

        @Schema(description = "True if, with the same type and priority, the task with the latest runAt comes first.")
        boolean lifo,

        @Schema(
                description = "The waiting time that improves the priority by one, or null if waiting does not count.",
                implementation = String.class,
                examples = "PT10M")
        @Nullable
        Duration ageing,

        @Schema(description = "The share of the queue in the capacity of a node.", minimum = "1", maximum = "1000")
        int weight,

        @Schema(description = "How many tasks each key starts in a turn. Keys that are not listed start 1.")
        Map<String, Integer> keyWeights,

        @Schema(description = "True if the configuration that declares rules is not applied.")
        boolean pinned,

        @Schema(description = "The application whose configuration declares rules.") @Nullable
        String declaredBy) {

    private static final Rate DEFAULT = Rate.of(1, Duration.ofSeconds(1));

    /** Returns the rules of a queue that has rules. */
    public static RulesJson of(Queues.Ruled ruled) {
        QueueRules rules = ruled.rules();
        Rate rate = orDefault(rules.rate());
        Rate keyRate = orDefault(rules.keyRate());
        return new RulesJson(
                ruled.queue(),
                rules.paused(),
                rules.pausedTypes().stream().sorted().toList(),
                rules.depth(),
                rules.concurrency(),
                rules.perKey(),
                rules.rate() == null ? null : rate.starts(),
                rate.period(),
                rate.burst(),
                rules.keyRate() == null ? null : keyRate.starts(),
                keyRate.period(),
                keyRate.burst(),
                rules.ordered(),
                rules.blocks(),
                rules.fair(),
                rules.lifo(),
                rules.ageing(),
                rules.weight(),
                new TreeMap<>(rules.keyWeights()),
                ruled.pinned(),
                ruled.declaredBy());
    }

    private static Rate orDefault(@Nullable Rate rate) {
        return rate == null ? DEFAULT : rate;
    }

    /** Returns the rules of a queue that has none. */
    public static RulesJson none(String queue) {
        return of(new Queues.Ruled(queue, QueueRules.NONE, false, null));
    }
}
