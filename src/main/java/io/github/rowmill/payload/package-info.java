/** The registry of task types and their handlers, and payloads as JSON. */
@NullMarked
package io.github.rowmill.payload;

import org.jspecify.annotations.NullMarked;
