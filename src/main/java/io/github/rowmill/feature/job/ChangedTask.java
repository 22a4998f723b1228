package io.github.rowmill.feature.job;

/**
 * A task that a job has changed.
 *
 * @param watched whether its end is waited for
 */
record ChangedTask(long id, String queue, boolean watched) {}
