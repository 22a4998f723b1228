/** The page of one task. */
@NullMarked
package io.github.rowmill.operate.page.task;

import org.jspecify.annotations.NullMarked;
