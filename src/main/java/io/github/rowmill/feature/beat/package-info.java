/**
 * The nodes of the system. Each node reports every ten seconds ({@link Heartbeat}) in a row that the others can see.
 */
@NullMarked
package io.github.rowmill.feature.beat;

import org.jspecify.annotations.NullMarked;
