/** The tables, made by Flyway at start. */
@NullMarked
package io.github.rowmill.store.schema;

import org.jspecify.annotations.NullMarked;
