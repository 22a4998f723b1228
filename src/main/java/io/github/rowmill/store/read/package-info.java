/** Reads for people, pages and metrics. */
@NullMarked
package io.github.rowmill.store.read;

import org.jspecify.annotations.NullMarked;
