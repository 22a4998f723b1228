package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command-line options of a message to publish. */
final class NewMessageOptions {

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
    String topic = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            description = "Payload for the handlers, as JSON; '-' reads it from standard input.")
    @Nullable
    String payload;

    @Option(names = "--priority", paramLabel = "N", description = "Priority of the tasks. Lower runs first.")
    @Nullable
    Integer priority;

    @Option(names = "--delay", paramLabel = "TIME", description = "Delay before the tasks are due: 30s, 15m, 2h.")
    @Nullable
    String delay;

    @Option(names = "--tag", paramLabel = "TAG", description = "A tag. Repeat the option for more tags.")
    List<String> tags = List.of();

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            description = "Any other field of POST /topics, such as uniqueKey=a7. The value may be JSON.")
    Map<String, String> fields = new LinkedHashMap<>();

    /** Returns the body of the request. */
    JsonNode body() {
        ObjectNode body = Client.JSON.createObjectNode();
        if (payload != null) {
            body.set("payload", NewTaskOptions.json("payload", payload));
        }
        if (priority != null) {
            body.put("priority", priority);
        }
        if (delay != null) {
            body.put("delay", delay);
        }
        tags.forEach(body.withArray("/tags")::add);
        fields.forEach((field, value) -> body.set(field, NewTaskOptions.jsonOrText(value)));
        return body;
    }
}
