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

/** All settings under {@code rowmill.*}, read at start. Each can also be set by its environment variable. */
@ConfigMapping(prefix = "rowmill")
public interface RowmillConfig {

    /** Enables claiming and running tasks on this node; if false, the node only enqueues. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /** Unique name of this node in {@code operator_id}; the default is host, pid and a random part. */
    Optional<@Size(min = 1, max = 200) String> operatorId();

    /**
     * Maximum number of tasks that run at once on this node. A transactional handler holds a connection of the
     * pool, so at most one fewer of these run than the pool has connections.
     */
    @WithDefault("10")
    @Within(min = "1", max = "10000")
    int workers();

    /** Queues that this node works on; the default is all. */
    Optional<Set<String>> onlyQueues();

    /** Types that this node works on, among those it has a handler for; the default is all. */
    Optional<Set<String>> onlyTypes();

    /** Settings of a queue, by its name. */
    Map<String, @Valid QueueConfig> queues();

    /** Settings of a task type, by its name. They override {@code @Handles}. */
    Map<String, @Valid TypeConfig> types();

    /** Settings of schedules that {@code @Recurring} declares, by their names. They override the annotation. */
    Map<String, @Valid ScheduleConfig> schedules();

    /**
     * Interval of the search for due tasks if nothing else wakes the node; up to five times longer while the node
     * is idle.
     */
    @WithDefault("1s")
    @Within(min = "1s", max = "1d")
    @WithConverter(StrictDuration.class)
    Duration pollInterval();

    /**
     * Lets nodes wake each other by LISTEN and NOTIFY, with one more connection each. Otherwise, or behind a
     * pooler that shares sessions by transaction, nodes see each other's tasks at their next poll.
     */
    @WithDefault("true")
    @WithName("notify")
    @WithConverter(StrictBoolean.class)
    boolean notifies();

    /**
     * Claims tasks in the transaction that enqueues them, if this node has free workers. The tasks then start with
     * the commit, at the cost of one more statement. If false, they are claimed after the commit.
     */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean claimAtCommit();

    /** Maximum number of tasks claimed at once; by default it depends on the speed of the handlers. */
    @Within(min = "1", max = "10000")
    OptionalInt claimBatch();

    /**
     * Time that a node owns a task without renewing. The node renews every quarter of it. A longer lease makes
     * recovery after a crash slower, a shorter one needs more updates.
     */
    @WithDefault("30s")
    @Within(min = "1s", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration lease();

    /** Maximum execution time of an attempt. After it, the handler is interrupted and the task retried. */
    @WithDefault("15m")
    @Within(min = "1ms", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration timeout();

    /** Maximum number of attempts of a task, including the first. */
    @WithDefault("10")
    @Within(min = "1", max = "1000000000")
    int maxAttempts();

    /**
     * Maximum number of crashes in quarantine; then the task is dead. A task enters quarantine after its second
     * crash.
     */
    @WithDefault("3")
    @Within(min = "1", max = "1000000")
    int maxCrashes();

    /** Delay before another attempt. */
    @Valid
    Backoff backoff();

    /**
     * Maximum time for Rowmill's part of a node's stop. Handlers may finish within three quarters of it; then they
     * are interrupted and their tasks given back. The platform's grace period must leave the application a second
     * or two more.
     */
    @WithDefault("8s")
    @Within(min = "0s", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration drain();

    /**
     * Time that the platform leaves between the request to stop this node and killing it, if the operator sets it
     * here. The start logs a warning if {@code rowmill.drain} does not fit. The default of Docker is 10s, that of
     * Kubernetes 30s.
     */
    Optional<@WithConverter(StrictDuration.class) @Within(min = "1s", max = "30d") Duration> gracePeriod();

    /** Times that finished tasks and audit entries are kept. */
    @Valid
    RetentionConfig retention();

    /** Activity by minute. */
    @Valid
    HistoryConfig history();

    /** Limits of payloads, checked at enqueue, and their encryption. */
    @Valid
    PayloadConfig payload();

    /** Limits of the values that handlers return. */
    @Valid
    ResultConfig result();

    /** Values that tasks carry from their enqueue to their handler. */
    @Valid
    ContextConfig context();

    /** Log lines of handlers, kept with their attempts. */
    @Valid
    LogConfig log();

    /** The REST API under {@code /rowmill/api}. */
    @Valid
    ApiConfig api();

    /** Access to the REST API and the page. */
    @Valid
    AccessConfig access();

    /** The page at {@code /rowmill}. */
    @Valid
    DashboardConfig dashboard();

    /** The embedded PostgreSQL of this application's own dev and test mode. */
    Embedded embedded();

    /** The sample workloads; only in this application's own build. */
    Sample sample();

    /** A part of Rowmill that is off by default. */
    interface Switch {

        /** Switches the part on. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();
    }

    /** The embedded PostgreSQL. */
    interface Embedded {

        /**
         * Starts the server if no JDBC URL is set. It needs the server's binaries on the class path, which the
         * library does not contain.
         */
        @WithParentName
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();

        /** Folder that keeps the server's data between runs, relative to the working directory. */
        @WithDefault(".rowmill/postgres")
        String folder();
    }

    /** The sample workloads. */
    interface Sample {

        /** Creates the tables of the sample workloads at start. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean enabled();

        /** Enqueues a few tasks of each workload every few seconds. */
        @WithDefault("false")
        @WithConverter(StrictBoolean.class)
        boolean load();
    }

    /** Delay before another attempt. It doubles with every failure, with a jitter of a fifth. */
    interface Backoff {

        /** Delay after the first failure. */
        @WithDefault("5s")
        @Within(min = "1ms", max = "36500d")
        @WithConverter(StrictDuration.class)
        Duration first();

        /** Maximum delay. */
        @WithDefault("1h")
        @Within(min = "1ms", max = "36500d")
        @WithConverter(StrictDuration.class)
        Duration max();
    }
}
