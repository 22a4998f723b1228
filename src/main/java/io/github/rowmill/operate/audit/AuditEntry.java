package io.github.rowmill.operate.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody did.
 *
 * @param address where the request came from; null: from no network
 * @param kind of the thing it was done to: {@code task}, {@code queue}, {@code schedule}, {@code job} or {@code view}
 * @param name of that thing; a task's id
 * @param before what is known of it before, as JSON
 * @param after what is known of it afterwards, as JSON
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
