/** Hand-written SQL: {@link Sql} runs statements, and {@link Refusal} determines the cause of errors. */
@NullMarked
package io.github.rowmill.engine.store.sql;

import org.jspecify.annotations.NullMarked;
