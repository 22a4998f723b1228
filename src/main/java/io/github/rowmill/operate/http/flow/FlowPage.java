package io.github.rowmill.operate.http.flow;

import io.github.rowmill.db.Page;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of flows, the newest first. */
@RegisterForReflection
@Schema(name = "RowmillFlowPage", description = "A page of flows, the newest first.")
public record FlowPage(
        List<Item> flows,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        Long next) {

    /** A flow in a list. */
    @RegisterForReflection
    @Schema(name = "RowmillFlowItem", description = "A flow in a list.")
    public record Item(
            @Schema(examples = "12") long id,
            @Schema(examples = "order") String name,

            @Schema(enumeration = {"running", "held", "ended", "cancelled"})
            String state,

            @Nullable String uniqueKey,

            @Schema(description = "The first part that is held.") @Nullable
            String heldPart,

            @Schema(description = "The number of parts.") int parts,

            @Schema(description = "The number of parts that have started or were cancelled.")
            int decided,

            Instant created,
            @Nullable Instant finished) {

        private static Item of(FlowReader.Row row) {
            return new Item(
                    row.flow().id(),
                    row.flow().name(),
                    FlowJson.word(row.state()),
                    row.flow().uniqueKey(),
                    row.heldPart(),
                    row.parts(),
                    row.started(),
                    row.flow().created(),
                    row.flow().finished());
        }
    }

    static FlowPage of(Page<FlowReader.Row> page) {
        return new FlowPage(
                page.rows().stream().map(Item::of).toList(),
                page.next(row -> row.flow().id()));
    }
}
