/**
 * Runs claimed tasks and keeps their leases. {@link WorkerPool} takes them in hand, {@link HeldTasks} decides who may run,
 * {@link TaskRunner} runs one attempt; {@link LeaseKeeper}, {@link Timeouts} and {@link Drain} act on what is in hand.
 */
@NullMarked
package io.github.rowmill.engine.execute;

import org.jspecify.annotations.NullMarked;
