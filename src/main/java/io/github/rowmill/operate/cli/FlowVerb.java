package io.github.rowmill.operate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that act on a flow. At most one of them is given. */
final class FlowVerb {

    @Option(names = "--cancel", description = "Cancels its tasks that have not ended.")
    boolean cancel;

    @Option(names = "--retry", description = "Queues its dead and cancelled tasks again.")
    boolean retry;

    @Option(
            names = "--let-go",
            paramLabel = "PART",
            description = "Starts a part that is held, although a task before it has failed.")
    @Nullable
    String part;

    /** Returns the path of the operation below the flow. */
    String path() {
        if (part != null) {
            return "/parts/%s/let-go".formatted(Client.segment(part));
        }
        return cancel ? "/cancel" : "/retry";
    }
}
