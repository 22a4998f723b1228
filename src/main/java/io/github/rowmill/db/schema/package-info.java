/** The tables, which Flyway creates at start. */
@NullMarked
package io.github.rowmill.db.schema;

import org.jspecify.annotations.NullMarked;
