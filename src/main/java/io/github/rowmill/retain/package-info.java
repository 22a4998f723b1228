/** Trims finished rows. */
@NullMarked
package io.github.rowmill.retain;

import org.jspecify.annotations.NullMarked;
