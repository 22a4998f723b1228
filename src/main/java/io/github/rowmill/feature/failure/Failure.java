package io.github.rowmill.feature.failure;

import java.time.Instant;
import java.util.List;

/**
 * Failures with one signature.
 *
 * @param signature id of the signature
 * @param exception see {@link io.github.rowmill.text.FailureSignature}, as for {@code frame} and {@code message}
 * @param attempts number of attempts that failed in this way since {@code first}. A task may have several. If a
 *     node dies, up to five seconds of its failures are missing
 * @param types types of the tasks
 * @param sample id of the task that failed last
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
