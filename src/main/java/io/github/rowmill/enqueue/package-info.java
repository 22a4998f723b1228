/** Payload to row. */
@NullMarked
package io.github.rowmill.enqueue;

import org.jspecify.annotations.NullMarked;
