package io.github.rowmill.chaos.site;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The parts of a site, and their settings.
 *
 * @param folder for data and logs; an old one is deleted
 * @param data the database's data folder
 * @param nodes the number of nodes
 * @param application the packaged application
 * @param lease of all tasks
 * @param settings of every node, besides the lease
 * @param jvm options of every node
 * @param server the environment of the database's process
 * @param environments of the nodes' processes, by slot
 */
public record Plan(
        Path folder,
        Path data,
        int nodes,
        Path application,
        Duration lease,
        List<String> settings,
        List<String> jvm,
        Map<String, String> server,
        IntFunction<Map<String, String>> environments) {

    /** Settings that let a run end soon. Tasks are retried soon, and handlers that hang are given up within the run. */
    private static final List<String> HURRIED = List.of(
            "rowmill.backoff.first=200ms",
            "rowmill.backoff.max=2s",
            "rowmill.timeout=60s",
            "rowmill.drain=3s",
            "quarkus.datasource.jdbc.max-size=30");

    /** The application as it was built. */
    public static final Path PACKAGED = Path.of("target", "quarkus-app");

    /** Deletes a completed task by the statement that would complete it. */
    public static final String NOTHING_KEPT = "rowmill.retention.completed=0s";

    /** Returns a plan with {@code nodes} nodes of the packaged application, on a machine whose clocks are right. */
    public static Plan of(String name, int nodes, Duration lease) {
        Path folder = Path.of("target", "chaos", name);
        return new Plan(
                folder, folder.resolve("data"), nodes, PACKAGED, lease, HURRIED, List.of(), Map.of(), slot -> Map.of());
    }

    /** Returns whether the settings let a verdict delete completed tasks. */
    public boolean completionsDelete() {
        return settings.contains(NOTHING_KEPT);
    }

    public Plan data(Path elsewhere) {
        return new Plan(folder, elsewhere, nodes, application, lease, settings, jvm, server, environments);
    }

    public Plan application(Path copy) {
        return new Plan(folder, data, nodes, copy, lease, settings, jvm, server, environments);
    }

    public Plan settings(String... more) {
        return new Plan(folder, data, nodes, application, lease, both(settings, more), jvm, server, environments);
    }

    public Plan jvm(String... more) {
        return new Plan(folder, data, nodes, application, lease, settings, both(jvm, more), server, environments);
    }

    public Plan server(Map<String, String> environment) {
        return new Plan(folder, data, nodes, application, lease, settings, jvm, environment, environments);
    }

    public Plan environments(IntFunction<Map<String, String>> bySlot) {
        return new Plan(folder, data, nodes, application, lease, settings, jvm, server, bySlot);
    }

    private static List<String> both(List<String> some, String... more) {
        return java.util.stream.Stream.concat(some.stream(), java.util.Arrays.stream(more))
                .toList();
    }
}
