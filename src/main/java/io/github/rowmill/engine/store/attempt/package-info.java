/** Reads failed attempts for people. */
@NullMarked
package io.github.rowmill.engine.store.attempt;

import org.jspecify.annotations.NullMarked;
