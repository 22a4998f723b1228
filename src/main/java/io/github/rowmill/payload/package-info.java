/** Payloads as JSON: read, written and checked at enqueue and at start. */
@NullMarked
package io.github.rowmill.payload;

import org.jspecify.annotations.NullMarked;
