package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Settings of a schedule that an annotation declares; they win over the annotation. */
public interface ScheduleConfig {

    /** Whether this node declares the schedule. If not, it leaves the row as it is, so that it pauses nothing on other nodes. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /** The cron expression, in the place of the annotation's {@code cron} or {@code every}; {@code off} is the same as {@code enabled=false}. */
    Optional<String> cron();

    /** The interval, in the place of the annotation's {@code cron} or {@code every}. */
    Optional<@WithConverter(StrictDuration.class) @Within(min = "1s", max = "36500d") Duration> every();

    /** The time zone of the cron expression. */
    Optional<String> zone();
}
