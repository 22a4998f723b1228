package io.github.rowmill.feature.schedule.store;

/** A task that a schedule made. */
public record Made(long id, String queue, String type) {}
