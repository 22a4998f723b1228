/**
 * Starts rounds of claiming before the next tick. {@link WakeUps} reacts to events on this node. {@link Notifier},
 * {@link Listener} and {@link RemoteWakeUps} work between nodes, with NOTIFY and LISTEN. All wake-ups are hints
 * that make tasks start sooner; polling finds the tasks without them.
 */
@NullMarked
package io.github.rowmill.engine.wake;

import org.jspecify.annotations.NullMarked;
