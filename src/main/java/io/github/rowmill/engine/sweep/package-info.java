/**
 * Looks after tasks that no worker ends. {@link Recoverer} queues tasks again whose lease has expired, {@link Expirer} ends tasks
 * that did not start by their deadline, and {@link Trimmer} deletes ended tasks after their retention.
 */
@NullMarked
package io.github.rowmill.engine.sweep;

import org.jspecify.annotations.NullMarked;
