/** Unique keys: who holds one, for how long, and what becomes of an enqueue that meets it. */
@NullMarked
package io.github.rowmill.engine.unique;

import org.jspecify.annotations.NullMarked;
