/** The statements on {@code rowmill_flow}, {@code rowmill_part} and {@code rowmill_part_task}. */
@NullMarked
package io.github.rowmill.feature.flow.store;

import org.jspecify.annotations.NullMarked;
