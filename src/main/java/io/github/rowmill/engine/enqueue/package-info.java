/** Payload to row. */
@NullMarked
package io.github.rowmill.engine.enqueue;

import org.jspecify.annotations.NullMarked;
