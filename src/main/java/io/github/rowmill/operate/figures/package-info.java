/** Figures that many look at, read once for all of them who may see the same queues. */
@NullMarked
package io.github.rowmill.operate.figures;

import org.jspecify.annotations.NullMarked;
