/** Moves rows in time, for tests. */
@NullMarked
package io.github.rowmill.engine.store.testing;

import org.jspecify.annotations.NullMarked;
