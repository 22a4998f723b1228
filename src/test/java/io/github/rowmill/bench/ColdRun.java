package io.github.rowmill.bench;

import static org.awaitility.Awaitility.await;

import io.github.rowmill.cluster.Node;
import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * Measures the first transactional tasks of a node that has just started, beside SQL that is warm. It runs on this
 * JVM and, with {@code -Dbench.java25}, on a {@code java} of 25 or newer, with and without an AOT cache. An AOT cache
 * only holds classes of the JDK's own loader, so it needs the application that the profile {@code image} packages.
 */
class ColdRun extends Benchmark {

    private static final int FIRST = Integer.getInteger("bench.first", 20_000);
    private static final int TRAINED = 20_000;
    private static final int VISITS = 5;
    private static final Path RUNNER = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final Path CACHE = Path.of("target", "bench.aot");
    private static final Duration TIME_TO_WRITE = Duration.ofMinutes(3);
    private static final String JAVA_25 = System.getProperty("bench.java25", "");

    private static final List<String> PAGES = List.of(
            "/rowmill/", "/rowmill/api/tasks", "/rowmill/api/queues", "/rowmill/api/nodes", "/q/metrics", "/q/health");

    private record Start(String name, UnaryOperator<NodeLaunch> launch, Rounds rounds) {}

    @Test
    void firstTransactionalTasks() throws Exception {
        List<Start> starts = new ArrayList<>();
        starts.add(new Start("Java " + Runtime.version().feature(), launch -> launch, new Rounds()));
        if (!JAVA_25.isEmpty()) {
            starts.add(new Start("bench.java25", ColdRun::on25, new Rounds()));
            if (isForCaches()) {
                train();
                starts.add(new Start("bench.java25 with an AOT cache", ColdRun::cached, new Rounds()));
            } else {
                results.note("first tasks with an AOT cache", "not measured without the profile image");
            }
        }
        Limit limit = new Limit(target);
        limit.drain(FIRST, true);
        for (int i = 0; i < ROUNDS; i++) {
            for (Start start : starts) {
                start.rounds.add(first(start), limit.drain(FIRST, true));
            }
        }
        starts.forEach(start -> results.ratio(
                "first %,d transactional tasks, %s".formatted(FIRST, start.name),
                "tasks/s",
                "SQL, a transaction each",
                start.rounds));
    }

    /** Returns whether the JDK's own loader loads the whole application. */
    private static boolean isForCaches() throws IOException {
        try (JarFile runner = new JarFile(RUNNER.toFile())) {
            return runner.getManifest()
                    .getMainAttributes()
                    .getValue(Attributes.Name.CLASS_PATH)
                    .contains("generated-bytecode");
        }
    }

    private static NodeLaunch on25(NodeLaunch launch) {
        return launch.java(Path.of(JAVA_25));
    }

    private static NodeLaunch cached(NodeLaunch launch) {
        return on25(launch).jvm(List.of("-XX:AOTCache=" + CACHE));
    }

    private static double first(Start start) throws Exception {
        try (Mill mill = Mill.start(target, 0)) {
            mill.add(start.launch.apply(mill.launch("bench-cold")));
            return mill.drain("effect", FIRST);
        }
    }

    /**
     * Creates a cache as {@code src/main/docker/train} does: it runs tasks of two sample types, and opens pages and
     * lists. It runs no task of a type that is measured.
     */
    private static void train() throws Exception {
        Files.deleteIfExists(CACHE);
        try (Mill mill = Mill.start(target, 0)) {
            Node node = mill.add(on25(mill.launch("bench-train")).jvm(List.of("-XX:AOTCacheOutput=" + CACHE)));
            mill.drain("noop", TRAINED / 10);
            mill.drain("event", TRAINED);
            visit(node);
            node.signal("TERM");
            await().atMost(TIME_TO_WRITE).until(() -> !node.isAlive());
        }
        if (!Files.exists(CACHE)) {
            throw new IOException("The JVM left no cache: see target/node-bench-train.log");
        }
    }

    private static void visit(Node node) {
        for (int i = 0; i < VISITS; i++) {
            PAGES.forEach(node::status);
        }
    }
}
