package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Measures the cost of a node without tasks: of its start, and of each of its first {@code -Dbench.minutes} minutes.
 */
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
            results.rounds("start to ready", "s", List.of(Clock.seconds(start)));
            Node node = mill.nodes().get(0);
            results.rounds("resident memory after the start", "MB", List.of(resident(node)));
            List<Usage> minutes = new ArrayList<>();
            for (int minute = 1; minute <= MINUTES; minute++) {
                Usage before = Usage.of(target, node);
                Clock.pause(MINUTE);
                minutes.add(Usage.of(target, node).since(before));
            }
            write(minutes);
            mill.drain("noop", TASKS);
            results.rounds(
                    "resident memory after a drain of %,d, heap of 512 MB".formatted(TASKS),
                    "MB",
                    List.of(resident(node)));
        }
    }

    private static void write(List<Usage> minutes) {
        assertThat(minutes).allMatch(used -> used.transactions() > 0 && used.statements() != 0);
        write(minutes, "transactions", "/s", Usage::transactions);
        write(minutes, "statements", "/s", Usage::statements);
        write(minutes, "processor time", "% of a core", used -> used.nodeSeconds() * 100);
        write(minutes, "processor time of the server", "% of a core", used -> used.serverSeconds() * 100);
        write(minutes, "write-ahead log", "bytes/s", Usage::wal);
    }

    /** Adds a row with a figure for each minute. */
    private static void write(List<Usage> minutes, String measure, String unit, ToDoubleFunction<Usage> used) {
        results.rounds(
                "idle node, " + measure,
                unit,
                minutes.stream()
                        .map(minute -> used.applyAsDouble(minute) / MINUTE.toSeconds())
                        .toList());
    }

    private static double resident(Node node) throws IOException {
        return Files.readAllLines(Path.of("/proc/%d/status".formatted(node.pid()))).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }
}
