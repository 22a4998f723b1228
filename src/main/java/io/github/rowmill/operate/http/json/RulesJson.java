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
@Schema(name = "RowmillQueueRules", description = "What holds for a queue in the whole cluster.")
public record RulesJson(
        @Schema(examples = "mail") String name,

        @Schema(description = "Whether none of its tasks are started.")
        boolean paused,

        @Schema(description = "Types of which no tasks are started.")
        List<String> pausedTypes,

        @Schema(description = "Most tasks that wait; null: no limit.", minimum = "1") @Nullable
        Integer depth,

        @Schema(description = "Most tasks that execute at once; null: no limit.", minimum = "1") @Nullable
        Integer concurrency,

        @Schema(description = "Most tasks of a key that execute at once; null: no limit.", minimum = "1") @Nullable
        Integer perKey,

        @Schema(description = "Most starts in a period; null: no limit.", minimum = "1") @Nullable
        Integer rate,

        @Schema(implementation = String.class, examples = "PT1S")
        Duration ratePeriod,

        @Schema(description = "Most starts at once where none came for a while.", minimum = "1")
        int rateBurst,

        @Schema(description = "Most starts of tasks of a key in a period; null: no limit.", minimum = "1") @Nullable
        Integer keyRate,

        @Schema(implementation = String.class, examples = "PT1S")
        Duration keyRatePeriod,

        @Schema(description = "As rateBurst, of a key.", minimum = "1")
        int keyRateBurst,

        @Schema(description = "Whether the tasks of a key run one after the other.")
        boolean ordered,

        @Schema(description = "Of ordered tasks: whether a dead one holds up those behind it.")
        boolean blocks,

        @Schema(description = "Whether keys take turns.") boolean fair,

        @Schema(description = "Whether of one type and priority the task with the latest runAt comes first.")
        boolean lifo,

        @Schema(
                description = "The time of waiting that counts as a priority; null: none does.",
                implementation = String.class,
                examples = "PT10M")
        @Nullable
        Duration ageing,

        @Schema(description = "The share of a node's room.", minimum = "1", maximum = "1000")
        int weight,

        @Schema(description = "How many tasks a key starts in a turn, by key; 1 of those that are not named.")
        Map<String, Integer> keyWeights,

        @Schema(description = "Whether the configuration that declares rules is not applied.")
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
