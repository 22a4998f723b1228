/** The page of schedules, and the actions on them. */
@NullMarked
package io.github.rowmill.operate.page.recur;

import org.jspecify.annotations.NullMarked;
