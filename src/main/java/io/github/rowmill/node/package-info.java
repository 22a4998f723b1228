/**
 * This node: its name, its state, the event bus, and its loops. {@link Loops} creates the loops. A {@link Loop}
 * has its own thread; a {@link ScheduledLoop} is called by the scheduler, and by {@link BackStop} while that is
 * silent. {@link Rounds} catch the exceptions of a round and give the loop's {@link Pulse}. {@link Ticker}
 * measures elapsed time. Only the database's clock decides if a task is due or a lease has expired.
 */
@NullMarked
package io.github.rowmill.node;

import org.jspecify.annotations.NullMarked;
