package io.github.rowmill.engine.recur.store;

/** A task that a schedule made. */
public record Made(long id, String queue, String type) {}
