/**
 * The context that tasks carry from their caller to their handlers. {@code CapturedContext} collects it from the
 * carriers at the enqueue, and {@code CarriedContext} restores it around the attempt.
 */
@NullMarked
package io.github.rowmill.feature.context;

import org.jspecify.annotations.NullMarked;
