package io.github.rowmill.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.WithParentName;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** All settings, under {@code rowmill.*}; read at start, each also from its environment variable. */
@ConfigMapping(prefix = "rowmill")
public interface RowmillConfig {

    /** Whether this node claims and runs tasks; if not, it only enqueues. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /** This node's name in {@code operator_id}, unlike any other's; by default host, pid and a random part. */
    Optional<@Size(min = 1, max = 200) String> operatorId();

    /**
     * Most tasks that run at once on this node. A transactional handler holds a connection of the pool, so at most one fewer
     * of these run than the pool has connections.
     */
    @WithDefault("10")
    @Within(min = "1", max = "10000")
    int workers();

    /** The queues this node works on; all by default. */
    Optional<Set<String>> onlyQueues();

    /** The types this node works on, of those it has a handler for; all by default. */
    Optional<Set<String>> onlyTypes();

    /** Settings of a queue, by its name. */
    Map<String, @Valid QueueConfig> queues();

    /** Settings of a task type, by its name; they win over {@code @Handles}. */
    Map<String, @Valid Type> types();

    /** Settings of schedules that {@code @Recurring} declares, by their names; they win over the annotation. */
    Map<String, @Valid ScheduleConfig> schedules();

    /** How often the table is asked for due tasks when nothing else wakes the node; up to five times longer while it is idle. */
    @WithDefault("1s")
    @Within(min = "1s", max = "1d")
    @WithConverter(StrictDuration.class)
    Duration pollInterval();

    /** Whether nodes wake each other by LISTEN and NOTIFY, for one more connection each; if not, or behind a pooler that shares sessions by transaction, they see each other's tasks at their next poll. */
    @WithDefault("true")
    @WithName("notify")
    @WithConverter(StrictBoolean.class)
    boolean notifies();

    /** Whether tasks are claimed in the transaction that enqueues them where this node has free workers, so that they start with its commit, which takes a statement more; if not, they are claimed after it. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean claimAtCommit();

    /** Most tasks claimed at once; by default as many as the handlers' speed asks for. */
    @Within(min = "1", max = "10000")
    OptionalInt claimBatch();

    /** How long a node owns a task without renewing; it renews every quarter of it. Longer means slower recovery after a crash, shorter more updates. */
    @WithDefault("30s")
    @Within(min = "1s", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration lease();

    /** Maximum execution time of an attempt: then the handler is interrupted and the task retried. */
    @WithDefault("15m")
    @Within(min = "1ms", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration timeout();

    /** Most attempts of a task, the first included. */
    @WithDefault("10")
    @Within(min = "1", max = "1000000000")
    int maxAttempts();

    /** Most crashes in quarantine, where a task gets after its second crash; then it is dead. */
    @WithDefault("3")
    @Within(min = "1", max = "1000000")
    int maxCrashes();

    /** Delay before another attempt. */
    @Valid
    Backoff backoff();

    /** How long a stop of the node takes at most, Rowmill's part of it: handlers may finish in three quarters of it, then they are interrupted and their tasks given back. The platform's grace period must leave the application a second or two more. */
    @WithDefault("8s")
    @Within(min = "0s", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration drain();

    /** The time that the platform leaves between telling this node to stop and killing it, if whoever deploys it says so here: a start warns if {@code rowmill.drain} does not fit. Docker has 10s, Kubernetes 30s by default. */
    Optional<@WithConverter(StrictDuration.class) @Within(min = "1s", max = "30d") Duration> gracePeriod();

    /** How long finished tasks are kept. */
    @Valid
    RetentionConfig retention();

    /** What was done, by minute. */
    @Valid
    HistoryConfig history();

    /** Limits of payloads, checked at enqueue, and their encryption. */
    @Valid
    PayloadConfig payload();

    /** What tasks carry from their enqueue to their handler. */
    @Valid
    ContextConfig context();

    /** What handlers log, kept with their attempts. */
    @Valid
    LogConfig log();

    /** The REST face under {@code /rowmill/api}. */
    @Valid
    ApiConfig api();

    /** Who may use the REST face and the page. */
    @Valid
    AccessConfig access();

    /** The page at {@code /rowmill}. */
    @Valid
    DashboardConfig dashboard();

    /** The embedded PostgreSQL of this application's own dev and test mode. */
    Embedded embedded();

    /** The sample workloads; only in this application's own build. */
    Sample sample();

    /** Something that is off until someone opens it. */
    interface Switch {

        /** Whether it is on. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();
    }

    /** The embedded PostgreSQL. */
    interface Embedded {

        /** Whether to start it, if no JDBC URL is set. Needs the server's binaries on the class path, which the library does not bring. */
        @WithParentName
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();

        /** Where its data is kept between runs, relative to the working directory. */
        @WithDefault(".rowmill/postgres")
        String folder();
    }

    /** The sample workloads. */
    interface Sample {

        /** Whether their tables are made at start. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();

        /** Whether a few of each are enqueued every few seconds. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean load();
    }

    /** Settings of one task type. */
    interface Type {

        /** The queue of a task that names none. */
        Optional<@Size(min = 1, max = 200) String> queue();

        /** Maximum execution time. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> timeout();

        /** Most attempts. */
        Optional<@Within(min = "1", max = "1000000000") Integer> maxAttempts();

        /** Delay before another attempt. */
        TypeBackoff backoff();
    }

    /** Delays of one type. */
    interface TypeBackoff {

        /** After the first failure. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> first();

        /** At most. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> max();
    }

    /** Delay before another attempt: doubled with every failure, with jitter of a fifth. */
    interface Backoff {

        /** After the first failure. */
        @WithDefault("5s")
        @Within(min = "1ms", max = "36500d")
        @WithConverter(StrictDuration.class)
        Duration first();

        /** At most. */
        @WithDefault("1h")
        @Within(min = "1ms", max = "36500d")
        @WithConverter(StrictDuration.class)
        Duration max();
    }
}
