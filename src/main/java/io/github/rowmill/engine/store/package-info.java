/**
 * Statements on tasks, one class for each family of verbs. {@link Inserts} and {@link Occurrences} write new tasks, {@link Leases}
 * renews and reads leases, {@link Trims} deletes ended tasks. The package {@code claim} claims, and {@code end} ends attempts.
 */
@NullMarked
package io.github.rowmill.engine.store;

import org.jspecify.annotations.NullMarked;
