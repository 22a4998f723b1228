package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command-line options of new tasks: of one that is enqueued, or of those that a publish makes. */
final class NewTaskOptions {

    private static final String STANDARD_INPUT = "-";

    @Parameters(
            index = "+",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            description = "Payload for the handler, as JSON; '-' reads it from standard input.")
    @Nullable
    String payload;

    @Option(names = "--priority", paramLabel = "N", description = "Priority. Lower runs first.")
    @Nullable
    Integer priority;

    @Option(names = "--delay", paramLabel = "TIME", description = "Delay before a task is due: 30s, 15m, 2h.")
    @Nullable
    String delay;

    @Option(names = "--tag", paramLabel = "TAG", description = "A tag. Repeat the option for more tags.")
    List<String> tags = List.of();

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE",
            description = "Any other field of the request, such as uniqueKey=a7. The value may be JSON.")
    Map<String, String> fields = new LinkedHashMap<>();

    /** Returns the body of the request. */
    ObjectNode body() {
        ObjectNode body = Client.JSON.createObjectNode();
        if (payload != null) {
            body.set("payload", json("payload", payload));
        }
        if (priority != null) {
            body.put("priority", priority);
        }
        if (delay != null) {
            body.put("delay", delay);
        }
        tags.forEach(body.withArray("/tags")::add);
        fields.forEach((field, value) -> body.set(field, jsonOrText(value)));
        return body;
    }

    /** Parses the JSON of an argument, or of standard input if the argument is {@code -}. */
    static JsonNode json(String what, String argument) {
        try {
            return Client.JSON.readTree(argument.equals(STANDARD_INPUT) ? standardInput() : argument);
        } catch (JsonProcessingException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "the %s is not JSON: %s".formatted(what, e.getOriginalMessage()));
        }
    }

    /** Parses a value as JSON. A value that is not JSON is a text. */
    static JsonNode jsonOrText(String value) {
        try {
            return Client.JSON.readTree(value);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(value);
        }
    }

    private static String standardInput() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailedException(ExitCode.FAILED, "standard input cannot be read: " + e.getMessage());
        }
    }
}
