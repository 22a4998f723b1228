/** The domain: a task, its states, the lease on it and its failed attempts. */
@NullMarked
package io.github.rowmill.task;

import org.jspecify.annotations.NullMarked;
