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
                    "A JSON merge patch of the payload, such as '{\"account\": \"a7\", \"old\": null}'; '-' reads it from standard input, which process lists do not show.")
    @Nullable
    String patch;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "Attempts of each task from now on. Default: those left, at least one.")
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
