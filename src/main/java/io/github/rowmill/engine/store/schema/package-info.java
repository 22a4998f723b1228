/** The tables, made by Flyway at start. */
@NullMarked
package io.github.rowmill.engine.store.schema;

import org.jspecify.annotations.NullMarked;
