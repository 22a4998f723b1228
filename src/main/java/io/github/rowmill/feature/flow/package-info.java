/**
 * Flows: tasks with an order among them. {@link Looks} finds what may start when a task has ended. The functions of
 * the migration {@code V1.2__flows.sql} decide, under the lock of the flow.
 */
@NullMarked
package io.github.rowmill.feature.flow;

import org.jspecify.annotations.NullMarked;
