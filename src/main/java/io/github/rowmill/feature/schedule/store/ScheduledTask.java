package io.github.rowmill.feature.schedule.store;

/** A task that a schedule made. */
public record ScheduledTask(long id, String queue, String type) {}
