/** Figures for many viewers, which are read once for all viewers who may see the same queues. */
@NullMarked
package io.github.rowmill.operate.figures;

import org.jspecify.annotations.NullMarked;
