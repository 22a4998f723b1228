package io.github.rowmill.operate.http.node;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.beat.Node;
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
@Schema(
        name = "RowmillNode",
        description = "A node, by what it said at its last beat, and by what is known of its tasks since.")
public record NodeJson(
        @Schema(description = "As operatorId of tasks has it.")
        String name,

        @Schema(
                description = "Lost: it has said nothing for half a minute, since lastBeat.",
                enumeration = {"up", "draining", "stopped", "lost"})
        String state,

        String host,
        String application,

        @Schema(description = "Rowmill's.") String version,

        Instant started,
        Instant lastBeat,
        @Nullable Instant stopped,

        @Schema(description = "Most tasks at once.") int workers,

        @Schema(description = "Tasks that waited, ran or were being settled there at its last beat.")
        int inHand,

        @Schema(description = "Handlers that ran at its last beat.")
        int running,

        @Schema(description = "The only queues it works on, a hundred at most; null: all.") @Nullable
        List<String> queues,

        @Schema(description = "The types it works on, a hundred at most.")
        List<String> types,

        @Schema(description = "Tasks that execute under its name now; of all nodes, 20,000 are counted.")
        int holds,

        @Schema(
                description =
                        "Tasks that were recovered from it since its start, and are still kept; 1,000 are counted.")
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
