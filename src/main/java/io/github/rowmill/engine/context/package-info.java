/**
 * What tasks carry from who enqueues them to their handlers: {@code CapturedContext} asks the carriers at the enqueue,
 * {@code CarriedContext} gives it back around the attempt.
 */
@NullMarked
package io.github.rowmill.engine.context;

import org.jspecify.annotations.NullMarked;
