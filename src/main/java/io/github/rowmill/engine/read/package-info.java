/** Reads failed attempts for display. */
@NullMarked
package io.github.rowmill.engine.read;

import org.jspecify.annotations.NullMarked;
