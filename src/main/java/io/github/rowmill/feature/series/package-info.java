/**
 * The history of tasks by minute. {@link SeriesCounter} counts on each node, {@link SeriesWriter} adds the counts
 * to the table once a minute, and {@link SeriesReader} reads them for display.
 */
@NullMarked
package io.github.rowmill.feature.series;

import org.jspecify.annotations.NullMarked;
