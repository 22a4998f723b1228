package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.db.Page;
import io.github.rowmill.operate.audit.AuditEntry;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of the audit, the newest entry first. */
@RegisterForReflection
@Schema(name = "RowmillAuditPage", description = "A page of the audit, the newest entry first.")
public record AuditPage(
        List<Entry> entries,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        Long next) {

    /** An operation in the audit. */
    @RegisterForReflection
    @Schema(name = "RowmillAuditEntry", description = "An action of a caller.")
    public record Entry(
            long id,
            Instant at,

            @Schema(description = "The caller: a user, `token` and its name, or `anonymous`.")
            String actor,

            @Schema(description = "The address that the request came from.") @Nullable
            String address,

            @Schema(description = "The action.", examples = "cancel")
            String action,

            @Schema(enumeration = {"task", "flow", "queue", "schedule", "topic", "job", "view"})
            String kind,

            @Schema(description = "The name of the object. For a task, its id.")
            String name,

            @Schema(description = "The state before the action.", implementation = Object.class) @JsonRawValue @Nullable
            String before,

            @Schema(description = "The state after the action.", implementation = Object.class) @JsonRawValue @Nullable
            String after) {

        private static Entry of(AuditEntry entry) {
            return new Entry(
                    entry.id(),
                    entry.at(),
                    entry.actor(),
                    entry.address(),
                    entry.action(),
                    entry.kind(),
                    entry.name(),
                    entry.before(),
                    entry.after());
        }
    }

    public static AuditPage of(Page<AuditEntry> page) {
        return new AuditPage(page.rows().stream().map(Entry::of).toList(), page.next(AuditEntry::id));
    }
}
