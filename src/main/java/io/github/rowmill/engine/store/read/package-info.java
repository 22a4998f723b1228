/** Reads tasks for pages, the API and metrics. */
@NullMarked
package io.github.rowmill.engine.store.read;

import org.jspecify.annotations.NullMarked;
