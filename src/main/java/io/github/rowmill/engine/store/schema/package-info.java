/** The tables, which Flyway creates at start. */
@NullMarked
package io.github.rowmill.engine.store.schema;

import org.jspecify.annotations.NullMarked;
