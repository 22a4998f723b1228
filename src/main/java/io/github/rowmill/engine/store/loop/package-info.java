/** The connections of Rowmill's own loops. */
@NullMarked
package io.github.rowmill.engine.store.loop;

import org.jspecify.annotations.NullMarked;
