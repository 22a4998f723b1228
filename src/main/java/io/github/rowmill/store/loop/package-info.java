/** The connections of Rowmill's own loops. */
@NullMarked
package io.github.rowmill.store.loop;

import org.jspecify.annotations.NullMarked;
