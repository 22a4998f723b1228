/** Failures, by what they have in common. */
@NullMarked
package io.github.rowmill.operate.page.failure;

import org.jspecify.annotations.NullMarked;
