/** Reads failed attempts for display. */
@NullMarked
package io.github.rowmill.engine.store.attempt;

import org.jspecify.annotations.NullMarked;
