package io.github.rowmill.operate.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation in the audit.
 *
 * @param address the address that the request came from, or null if it did not come from a network
 * @param kind the kind of the target: {@code task}, {@code queue}, {@code schedule}, {@code job} or {@code view}
 * @param name the name of the target, or the id of a task
 * @param before the known state of the target before the operation, as JSON
 * @param after the known state of the target after the operation, as JSON
 */
public record AuditEntry(
        long id,
        Instant at,
        String actor,
        @Nullable String address,
        String action,
        String kind,
        String name,
        @Nullable String before,
        @Nullable String after) {}
