package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings of one queue. */
public interface QueueConfig {

    /** Maximum number of tasks of this queue that run at once on this node, within {@code rowmill.workers}. */
    Optional<@Within(min = "1", max = "10000") Integer> workers();

    /** Rules for the whole cluster, written to {@code rowmill_queue} when a node starts. */
    @Valid
    Rules rules();

    /** Rules of a queue, except its pauses. */
    interface Rules {

        /** Maximum number of tasks that wait; a further enqueue is refused. */
        Optional<@Within(min = "1", max = "" + RuleRange.TASKS) Integer> depth();

        /** Maximum number of tasks that execute at once. */
        Optional<@Within(min = "1", max = "" + RuleRange.TASKS) Integer> concurrency();

        /** Maximum number of tasks of one key that execute at once. */
        Optional<@Within(min = "1", max = "" + RuleRange.STARTS) Integer> perKey();

        /** Maximum number of starts in a period. */
        Optional<@Within(min = "1", max = "" + RuleRange.STARTS) Integer> rate();

        /** The period of the rate. */
        @WithDefault("1s")
        @Within(min = "1ms", max = RuleRange.PERIOD_DAYS + "d")
        @WithConverter(StrictDuration.class)
        Duration ratePeriod();

        /** Maximum number of starts at once after a pause. */
        @WithDefault("1")
        @Within(min = "1", max = "" + RuleRange.STARTS)
        int rateBurst();

        /** Maximum number of starts of tasks of one key in a period. */
        Optional<@Within(min = "1", max = "" + RuleRange.STARTS) Integer> keyRate();

        /** The period of the rate for each key. */
        @WithDefault("1s")
        @Within(min = "1ms", max = RuleRange.PERIOD_DAYS + "d")
        @WithConverter(StrictDuration.class)
        Duration keyRatePeriod();

        /** Maximum number of starts of one key at once after a pause. */
        @WithDefault("1")
        @Within(min = "1", max = "" + RuleRange.STARTS)
        int keyRateBurst();

        /** Runs the tasks of a key one after the other. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean ordered();

        /** Lets a dead task block its key, if the queue is ordered. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean blocks();

        /** Lets keys take turns. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean fair();

        /** Starts the task with the latest due time first, among tasks of one type and priority. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean lifo();

        /** Waiting time that counts as one step of priority. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = RuleRange.AGEING_DAYS + "d") Duration>
                ageing();

        /** The queue's share of a node's free capacity among its queues. */
        @WithDefault("1")
        @Within(min = "1", max = "" + RuleRange.WEIGHT)
        int weight();

        /** Number of tasks that a key starts in its turn, by key, if keys take turns. */
        Map<String, @Within(min = "1", max = "" + RuleRange.WEIGHT) Integer> keyWeights();
    }
}
