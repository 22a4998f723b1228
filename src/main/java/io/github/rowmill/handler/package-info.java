/**
 * The registry of task types, {@link Handlers}: a {@link DeclaredHandler} is a handler as the code has it, a {@link TaskType}
 * the same with its settings and its {@link RetryPolicy}.
 */
@NullMarked
package io.github.rowmill.handler;

import org.jspecify.annotations.NullMarked;
