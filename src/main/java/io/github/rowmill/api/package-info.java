/**
 * The API for applications. Begin with {@link TaskQueue} and {@link NewTask}, then {@link Handles} and the types
 * that a handler receives and may return: {@link TaskContext}, {@link Outcome}. {@link TaskEvent} reports events;
 * {@link Schedules} and {@link Queues} are features. Each cause of failure has its own exception.
 */
@NullMarked
package io.github.rowmill.api;

import org.jspecify.annotations.NullMarked;
