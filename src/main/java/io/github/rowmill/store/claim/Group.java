package io.github.rowmill.store.claim;

/** The tasks of a queue that have a type and a priority in common: they stand together in the index, in the order of their due times. */
public record Group(String type, int priority) {}
