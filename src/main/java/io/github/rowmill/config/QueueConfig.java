package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings of one queue. */
public interface QueueConfig {

    /** Tasks of this queue at once on this node, within {@code rowmill.workers}. */
    Optional<@Within(min = "1", max = "10000") Integer> workers();

    /** Rules that hold in the whole cluster; written to {@code rowmill_queue} when a node starts. */
    @Valid
    Rules rules();

    /** The rules of a queue, but for its pauses. */
    interface Rules {

        /** Most tasks that wait; an enqueue beyond is refused. */
        Optional<@Within(min = "1", max = "2147483647") Integer> depth();

        /** Most tasks that execute at once. */
        Optional<@Within(min = "1", max = "2147483647") Integer> concurrency();

        /** Most tasks of one key that execute at once. */
        Optional<@Within(min = "1", max = "1000000") Integer> perKey();

        /** Most starts in a period. */
        Optional<@Within(min = "1", max = "1000000") Integer> rate();

        /** The period of the rate. */
        @WithDefault("1s")
        @Within(min = "1ms", max = "365d")
        @WithConverter(StrictDuration.class)
        Duration ratePeriod();

        /** Most starts at once where none came for a while. */
        @WithDefault("1")
        @Within(min = "1", max = "1000000")
        int rateBurst();

        /** Most starts of tasks of one key in a period. */
        Optional<@Within(min = "1", max = "1000000") Integer> keyRate();

        /** The period of the keys' rate. */
        @WithDefault("1s")
        @Within(min = "1ms", max = "365d")
        @WithConverter(StrictDuration.class)
        Duration keyRatePeriod();

        /** Most starts of one key at once where none came for a while. */
        @WithDefault("1")
        @Within(min = "1", max = "1000000")
        int keyRateBurst();

        /** Whether the tasks of a key run one after the other. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean ordered();

        /** Of ordered tasks: whether a dead one holds up those behind it. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean blocks();

        /** Whether keys take turns. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean fair();

        /** Whether of one type and priority the task that is due last comes first. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean lifo();

        /** The time of waiting that counts as a priority. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> ageing();

        /** The queue's share of a node's room, beside other queues. */
        @WithDefault("1")
        @Within(min = "1", max = "1000")
        int weight();

        /** How many tasks a key starts in a turn, by key, where keys take turns. */
        Map<String, @Within(min = "1", max = "1000") Integer> keyWeights();
    }
}
