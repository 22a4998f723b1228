/** All statements on {@code rowmill_schedule}. */
@NullMarked
package io.github.rowmill.feature.schedule.store;

import org.jspecify.annotations.NullMarked;
