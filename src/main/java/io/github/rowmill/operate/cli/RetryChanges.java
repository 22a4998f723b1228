package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options for changes of tasks by a retry. */
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

    /** Returns the fields of the request, empty if the retry changes nothing. */
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
