package io.github.rowmill.operate.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that choose flows of a list. */
final class ChosenFlows {

    @Option(names = "--name", paramLabel = "NAME", description = "Only flows of this name.")
    @Nullable
    String name;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only flows in this state: running, held, ended or cancelled.")
    @Nullable
    String state;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "Most rows to list, 1 to 200.")
    String limit = "";

    @Option(names = "--after", paramLabel = "ID", description = "Only ids below this.")
    @Nullable
    String after;

    Map<String, String> parameters() {
        Map<String, String> parameters = PageByName.parameters(limit, after);
        if (name != null) {
            parameters.put("name", name);
        }
        if (state != null) {
            parameters.put("state", state);
        }
        return parameters;
    }
}
