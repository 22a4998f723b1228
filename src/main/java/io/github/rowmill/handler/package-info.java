/**
 * The registry of task types, {@link Handlers}. A {@link DeclaredHandler} is a handler as declared in the code. A
 * {@link TaskType} is that handler with its settings and its {@link RetryPolicy}.
 */
@NullMarked
package io.github.rowmill.handler;

import org.jspecify.annotations.NullMarked;
