/**
 * All SQL on tasks and attempts. {@link Inserts}, {@code store.claim.Claims}, {@link Leases}, {@link Completions},
 * {@link Verdicts}, {@link Recoveries}, {@link Trims}, {@link AdminVerbs} and {@link Aside} write. The package
 * {@code store.read} reads, and {@code store.schema} creates the tables. A {@link Verdict} is the write that ends
 * an attempt, as a value.
 */
@NullMarked
package io.github.rowmill.engine.store;

import org.jspecify.annotations.NullMarked;
