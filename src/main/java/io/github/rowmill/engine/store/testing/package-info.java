/** Moves rows in time, and takes them out of their workers' hands, for tests. */
@NullMarked
package io.github.rowmill.engine.store.testing;

import org.jspecify.annotations.NullMarked;
