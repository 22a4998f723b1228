/**
 * This node: its name, whether it works, the event bus, and its loops. {@link Loops} makes them: a {@link Loop} has a thread
 * of its own, a {@link ScheduledLoop} is called by the scheduler, and by {@link BackStop} when that is silent; {@link Rounds}
 * catch what a round throws, and give the loop's {@link Pulse}. {@link Ticker} measures; what is due and what has expired is
 * decided by the database's clock alone.
 */
@NullMarked
package io.github.rowmill.node;

import org.jspecify.annotations.NullMarked;
