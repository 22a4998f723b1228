package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Settings of a schedule that an annotation declares. They override the annotation. */
public interface ScheduleConfig {

    /**
     * Lets this node declare the schedule. If false, the node leaves the row unchanged, and pauses nothing on
     * other nodes.
     */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /**
     * Cron expression that replaces the annotation's {@code cron} or {@code every}. {@code off} has the effect of
     * {@code enabled=false}.
     */
    Optional<String> cron();

    /** Interval that replaces the annotation's {@code cron} or {@code every}. */
    Optional<@WithConverter(StrictDuration.class) @Within(min = "1s", max = "36500d") Duration> every();

    /** Time zone of the cron expression. */
    Optional<String> zone();
}
