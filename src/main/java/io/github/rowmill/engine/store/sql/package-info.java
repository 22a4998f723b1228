/** SQL by hand: {@link Sql} runs statements, {@link Refusal} says what a refused one means. */
@NullMarked
package io.github.rowmill.engine.store.sql;

import org.jspecify.annotations.NullMarked;
