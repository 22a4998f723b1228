/**
 * What an application touches. Begin with {@link TaskQueue} and {@link NewTask}, then {@link Handles} and what a handler is
 * given and may return: {@link TaskContext}, {@link Outcome}. {@link TaskEvent} says what happened; {@link Schedules} and
 * {@link Queues} are features; the exceptions are one for each cause.
 */
@NullMarked
package io.github.rowmill.api;

import org.jspecify.annotations.NullMarked;
