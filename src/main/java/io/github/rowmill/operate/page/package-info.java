/** The page at {@code /rowmill}. */
@NullMarked
package io.github.rowmill.operate.page;

import org.jspecify.annotations.NullMarked;
