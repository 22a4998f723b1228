package io.github.rowmill.operate.http.node;

import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.RemoteHolder;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of nodes, by name. */
@RegisterForReflection
@Schema(name = "RowmillNodePage", description = "A page of nodes, by name.")
public record NodePage(
        List<NodeJson> nodes,

        @Schema(
                description =
                        "The remote workers that hold tasks now, by name, at most 200. Only on the first page, and only without a state.")
        List<Remote> remoteWorkers,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        String next) {

    /** A remote worker. */
    @RegisterForReflection
    @Schema(name = "RowmillRemoteWorker", description = "A remote worker that holds tasks now.")
    public record Remote(
            @Schema(description = "The name of the worker, as in operatorId of tasks.")
            String name,

            @Schema(description = "The tasks that it holds. At most 20,000 tasks of all nodes and workers are counted.")
            int holds,

            @Schema(description = "The types of these tasks, at most 100.")
            List<String> types,

            @Schema(description = "When it claimed the task that it has held longest.")
            Instant since) {

        static Remote of(RemoteHolder worker) {
            return new Remote(worker.name(), worker.holds(), worker.types(), worker.since());
        }
    }

    /** Returns the first {@code limit} nodes. A further node in the list means that a next page exists. */
    static NodePage of(List<Node> oneMore, int limit, List<RemoteHolder> remote) {
        List<NodeJson> nodes = oneMore.stream().limit(limit).map(NodeJson::of).toList();
        return new NodePage(
                nodes,
                remote.stream().map(Remote::of).toList(),
                oneMore.size() > limit ? nodes.get(nodes.size() - 1).name() : null);
    }
}
