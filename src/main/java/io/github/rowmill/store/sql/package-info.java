/** SQL by hand. */
@NullMarked
package io.github.rowmill.store.sql;

import org.jspecify.annotations.NullMarked;
