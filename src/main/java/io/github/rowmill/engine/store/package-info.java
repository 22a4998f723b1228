/** All SQL: {@link Inserts}, {@code store.claim.Claims}, {@link Leases}, {@link Completions}, {@link Verdicts}, {@link Recoveries}, {@link Trims} and {@link AdminVerbs} write; {@code store.read} reads, {@code store.schema} makes the tables. */
@NullMarked
package io.github.rowmill.engine.store;

import org.jspecify.annotations.NullMarked;
