/**
 * What was done, minute by minute: {@link SeriesCounter} counts on each node, {@link SeriesWriter} adds to the table once a
 * minute, and {@link SeriesReader} reads for people.
 */
@NullMarked
package io.github.rowmill.engine.series;

import org.jspecify.annotations.NullMarked;
