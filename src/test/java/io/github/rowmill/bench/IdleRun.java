package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What a node takes that has nothing to do: to start, and in each of its first {@code -Dbench.minutes}. */
class IdleRun extends Benchmark {

    private static final int MINUTES = Integer.getInteger("bench.minutes", 2);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void startsAndIdles() throws Exception {
        target.countStatements(true);
        try (Mill warm = Mill.start(target, 1)) {
            warm.nodes();
        }
        long start = System.nanoTime();
        try (Mill mill = Mill.start(target, 1)) {
            results.figure("start to ready", "%.1f s".formatted(Clock.seconds(start)));
            Node node = mill.nodes().get(0);
            results.figure("resident memory after the start", resident(node));
            for (int minute = 1; minute <= MINUTES; minute++) {
                Usage before = Usage.of(target, node);
                Clock.pause(MINUTE);
                write(
                        "idle node, minute %d".formatted(minute),
                        Usage.of(target, node).since(before));
            }
            mill.drain("noop", TASKS);
            results.figure("resident memory after a drain of %,d, heap of 512 MB".formatted(TASKS), resident(node));
        }
    }

    private static void write(String measure, Usage used) {
        assertThat(used.transactions()).isPositive();
        assertThat(used.statements()).isNotZero();
        results.figure(
                measure,
                String.format(
                        Locale.ROOT,
                        "%.2f transactions and %.2f statements a second, %.2f %% of a core, the server's processes %.2f %%, %,.0f bytes of log a second",
                        used.transactions() / MINUTE.toSeconds(),
                        used.statements() / MINUTE.toSeconds(),
                        used.nodeSeconds() * 100 / MINUTE.toSeconds(),
                        used.serverSeconds() * 100 / MINUTE.toSeconds(),
                        used.wal() / MINUTE.toSeconds()));
    }

    private static String resident(Node node) throws IOException {
        return Files.readAllLines(Path.of("/proc/%d/status".formatted(node.pid()))).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> "%d MB".formatted(Long.parseLong(line.replaceAll("\\D", "")) / 1024))
                .findFirst()
                .orElseThrow();
    }
}
