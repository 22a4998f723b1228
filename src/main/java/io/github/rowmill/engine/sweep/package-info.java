/** Ends tasks whose deadline has passed before they started. */
@NullMarked
package io.github.rowmill.engine.sweep;

import org.jspecify.annotations.NullMarked;
