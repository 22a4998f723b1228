/** The turns of keys in a queue, each key within its own limits and in its own order. */
@NullMarked
package io.github.rowmill.engine.limit.turn;

import org.jspecify.annotations.NullMarked;
