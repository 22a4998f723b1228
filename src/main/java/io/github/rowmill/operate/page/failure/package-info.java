/** The pages of failures, grouped by cause. */
@NullMarked
package io.github.rowmill.operate.page.failure;

import org.jspecify.annotations.NullMarked;
