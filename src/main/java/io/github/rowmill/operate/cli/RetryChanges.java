package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a retry changes of tasks, as it is written on the command line. */
final class RetryChanges {

    @Option(
            names = "--patch",
            paramLabel = "JSON",
            description =
                    "A JSON merge patch of the payload, as '{\"account\": \"a7\", \"old\": null}'; '-' reads it from standard input, which no list of processes shows.")
    @Nullable
    String patch;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "How many attempts each task has from now on; without it, those that are left, or one.")
    @Nullable
    Integer attempts;

    /** The fields of the request; none: the retry changes nothing. */
    ObjectNode body() {
        ObjectNode body = Client.JSON.createObjectNode();
        if (patch != null) {
            body.set("patch", NewTaskOptions.json("patch", patch));
        }
        if (attempts != null) {
            body.put("attempts", attempts);
        }
        return body;
    }
}
