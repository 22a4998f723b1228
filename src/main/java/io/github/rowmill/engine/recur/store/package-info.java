/** All statements on {@code rowmill_schedule}. */
@NullMarked
package io.github.rowmill.engine.recur.store;

import org.jspecify.annotations.NullMarked;
