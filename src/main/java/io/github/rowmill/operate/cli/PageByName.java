package io.github.rowmill.operate.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that lists rows by name. */
final class PageByName {

    @Option(names = "--limit", paramLabel = "N", defaultValue = "200", description = "Most rows to list, 1 to 200.")
    String limit = "";

    @Option(names = "--after", paramLabel = "NAME", description = "Only names after this.")
    @Nullable
    String after;

    /** Returns the parameters of the request. */
    Map<String, String> parameters() {
        return parameters(limit, after);
    }

    /** Returns the parameters of a request for a page of at most {@code limit} rows, which begins after a row. */
    static Map<String, String> parameters(String limit, @Nullable String after) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("limit", limit);
        if (after != null) {
            parameters.put("after", after);
        }
        return parameters;
    }
}
