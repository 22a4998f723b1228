/** Trims finished rows. */
@NullMarked
package io.github.rowmill.engine.retain;

import org.jspecify.annotations.NullMarked;
