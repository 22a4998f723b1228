/** What was done, drawn. */
@NullMarked
package io.github.rowmill.operate.page.chart;

import org.jspecify.annotations.NullMarked;
