/**
 * Begins rounds of claiming before the next tick. {@link WakeUps}: of what happened on this node. {@link Notifier},
 * {@link Listener} and {@link RemoteWakeUps}: between nodes, by NOTIFY and LISTEN. All are hints that make tasks start
 * sooner; polling finds them without.
 */
@NullMarked
package io.github.rowmill.engine.wake;

import org.jspecify.annotations.NullMarked;
