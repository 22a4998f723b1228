/** Draws the recent history of tasks as charts. */
@NullMarked
package io.github.rowmill.operate.page.chart;

import org.jspecify.annotations.NullMarked;
