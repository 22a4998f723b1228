/**
 * Steps, sleep and signals. {@link HandlerSteps} has what a handler calls. {@link SignalDelivery} makes tasks due
 * whose signals have come. The functions of the migration {@code V1.4__steps.sql} decide what a wait finds.
 */
@NullMarked
package io.github.rowmill.feature.step;

import org.jspecify.annotations.NullMarked;
