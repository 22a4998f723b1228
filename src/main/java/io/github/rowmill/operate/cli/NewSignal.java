package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The command-line arguments of a signal to a task. */
final class NewSignal {

    @Parameters(index = "0", paramLabel = "ID", description = "The task.")
    long id;

    @Parameters(index = "1", paramLabel = "NAME", description = "Name of the signal.")
    String name = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            description = "Payload for the handler, as JSON; '-' reads it from standard input.")
    @Nullable
    String payload;

    /** Returns the path of the request. */
    String path() {
        return "/tasks/%s/signals/%s".formatted(id, Client.segment(name));
    }

    /** Returns the body of the request. */
    ObjectNode body() {
        ObjectNode body = Client.JSON.createObjectNode();
        if (payload != null) {
            body.set("payload", NewTaskOptions.json("payload", payload));
        }
        return body;
    }
}
