/** The page at {@code /rowmill}. */
@NullMarked
package io.github.rowmill.dashboard;

import org.jspecify.annotations.NullMarked;
