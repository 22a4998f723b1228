/** Whose turn it is: keys of a queue that take turns, each within its own limits and in its own order. */
@NullMarked
package io.github.rowmill.engine.limit.turn;

import org.jspecify.annotations.NullMarked;
