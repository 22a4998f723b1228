package io.github.rowmill.operate.http.node;

import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.operate.http.json.ProblemException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A node as it was at its last beat, and its tasks as they are now. */
@RegisterForReflection
@Schema(name = "RowmillNode", description = "A node as it was at its last heartbeat, and its tasks as they are now.")
public record NodeJson(
        @Schema(description = "The name of the node, as in operatorId of tasks.")
        String name,

        @Schema(
                description = "A node is lost if its lastBeat is more than half a minute ago.",
                enumeration = {"up", "draining", "stopped", "lost"})
        String state,

        String host,
        String application,

        @Schema(description = "The version of Rowmill.") String version,

        Instant started,
        Instant lastBeat,
        @Nullable Instant stopped,

        @Schema(description = "Most tasks that execute on the node at once.")
        int workers,

        @Schema(
                description =
                        "Tasks on the node at its last heartbeat: they wait, run, or have an outcome that is not yet stored.")
        int inHand,

        @Schema(description = "Handlers that ran at its last heartbeat.")
        int running,

        @Schema(description = "The queues that the node works on, at most 100, or null for all queues.") @Nullable
        List<String> queues,

        @Schema(description = "The types that the node works on, at most 100.")
        List<String> types,

        @Schema(description = "Tasks that execute under its name now. At most 20,000 tasks of all nodes are counted.")
        int holds,

        @Schema(
                description =
                        "Tasks that were recovered from the node since its start, and are still kept. At most 1,000 are counted.")
        int recovered) {

    static NodeJson of(Node node) {
        return new NodeJson(
                node.name(),
                word(node.state()),
                node.host(),
                node.application(),
                node.version(),
                node.started(),
                node.beat(),
                node.stopped(),
                node.workers(),
                node.inHand(),
                node.running(),
                node.queues(),
                node.types(),
                node.holds(),
                node.recovered());
    }

    /**
     * Returns the state of this name.
     *
     * @return null if {@code text} is null
     * @throws ProblemException if no state has this name
     */
    static Node.@Nullable State state(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return Arrays.stream(Node.State.values())
                .filter(state -> word(state).equals(text))
                .findFirst()
                .orElseThrow(() -> ProblemException.of(List.of(new Violation(
                        "state", "must be one of up, draining, stopped, lost, was '%s'".formatted(text)))));
    }

    private static String word(Node.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
