package io.github.rowmill.engine.failure;

import java.time.Instant;
import java.util.List;

/**
 * Failures of one cause.
 *
 * @param signature their signature's id
 * @param exception see {@link io.github.rowmill.text.FailureSignature}, as are {@code frame} and {@code message}
 * @param attempts how many failed so, since {@code first}; a task may have several; a node that dies takes up to five seconds of them with it
 * @param types of the tasks, by name
 * @param sample the task that failed so last
 */
public record Failure(
        String signature,
        String exception,
        String frame,
        String message,
        long attempts,
        Instant first,
        Instant last,
        List<String> types,
        long sample) {}
