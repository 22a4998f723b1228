/**
 * This node: its name ({@link NodeName}), whether it works ({@link NodeState}), and {@link TaskEvents}, the bus of its events.
 * {@link Ticker} measures elapsed time. Only the database's clock decides if a task is due or a lease has expired.
 */
@NullMarked
package io.github.rowmill.node;

import org.jspecify.annotations.NullMarked;
