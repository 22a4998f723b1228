/**
 * Runs claimed tasks and keeps their leases. {@link WorkerPool} holds the tasks, {@link HeldTasks} decides which
 * may run, and {@link TaskRunner} runs one attempt. {@link LeaseKeeper}, {@link Timeouts} and {@link Drain} act on
 * held tasks.
 */
@NullMarked
package io.github.rowmill.engine.execute;

import io.github.rowmill.engine.hold.HeldTasks;
import org.jspecify.annotations.NullMarked;
