/** Schedules: when they run, and what is done to them. */
@NullMarked
package io.github.rowmill.operate.page.recur;

import org.jspecify.annotations.NullMarked;
