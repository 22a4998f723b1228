/** Ends tasks whose deadline has passed before they started. */
@NullMarked
package io.github.rowmill.engine.expire;

import org.jspecify.annotations.NullMarked;
