/** The way of a task from payload to row. */
@NullMarked
package io.github.rowmill.engine.enqueue;

import org.jspecify.annotations.NullMarked;
