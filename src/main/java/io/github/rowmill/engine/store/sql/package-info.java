/** SQL by hand. */
@NullMarked
package io.github.rowmill.engine.store.sql;

import org.jspecify.annotations.NullMarked;
