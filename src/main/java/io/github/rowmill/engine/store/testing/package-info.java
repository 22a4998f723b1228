/** Moves rows in time, and takes rows from their workers, for tests. */
@NullMarked
package io.github.rowmill.engine.store.testing;

import org.jspecify.annotations.NullMarked;
