/**
 * Statements that end an attempt or a task: completions, verdicts, recoveries, cancels, expirations, and rows that cannot run.
 * Begin with {@link io.github.rowmill.engine.store.end.Verdicts}.
 */
@NullMarked
package io.github.rowmill.engine.store.end;

import org.jspecify.annotations.NullMarked;
