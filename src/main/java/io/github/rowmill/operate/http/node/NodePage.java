package io.github.rowmill.operate.http.node;

import io.github.rowmill.feature.beat.Node;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of nodes, by name. */
@RegisterForReflection
@Schema(name = "RowmillNodePage", description = "A page of nodes, by name.")
public record NodePage(
        List<NodeJson> nodes,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        String next) {

    /** Returns the first {@code limit} nodes. A further node in the list means that a next page exists. */
    static NodePage of(List<Node> oneMore, int limit) {
        List<NodeJson> nodes = oneMore.stream().limit(limit).map(NodeJson::of).toList();
        return new NodePage(
                nodes, oneMore.size() > limit ? nodes.get(nodes.size() - 1).name() : null);
    }
}
