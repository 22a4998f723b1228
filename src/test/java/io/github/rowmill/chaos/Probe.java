package io.github.rowmill.chaos;

import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Slot;
import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Watches one slot during a run: the ends of its processes, their health, threads and connections. */
final class Probe implements Runnable {

    private static final Duration LOOK = Duration.ofMillis(500);

    /** Time for which a node may still be ready after the database went down. */
    private static final Duration MAX_CREDULITY = Duration.ofSeconds(6);

    /** Longest time without an answer on a starved machine. A node that is silent for longer hangs. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(45);

    /**
     * Time after a fault until a node must be ready again. A dead connection is given up only after its socket timeout.
     */
    private static final Duration MAX_CONVALESCENCE = Duration.ofSeconds(25);

    static final String READY = "ready while nothing was done to the node";

    private static final Map<Integer, String> READINESS =
            Map.of(Health.OK, READY, Health.SILENT, "silent while nothing was done to the node");

    static final String TRUTHFUL = "not ready while the database was down";

    private final Site site;
    private final Slot slot;
    private final AtomicInteger mostThreads = new AtomicInteger();
    private final AtomicInteger mostConnections = new AtomicInteger();
    private long lastSign = System.nanoTime();
    private Node deadNode;
    private boolean saidUnready;
    private volatile boolean stopped;

    Probe(Site site, Slot slot) {
        this.site = site;
        this.slot = slot;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                tend();
                look(slot.node());
                TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tend() {
        try {
            slot.tend();
        } catch (IOException e) {
            site.journal().offence("I8 a node cannot be started: " + e);
        }
    }

    private void look(Node node) {
        boolean alive = node.isAlive();
        mostConnections.accumulateAndGet(slot.proxy().connections(), Math::max);
        if (!isLeftAlone(node)) {
            lastSign = System.nanoTime();
            return;
        }
        if (!alive) {
            noteEnd(node);
            return;
        }
        mostThreads.accumulateAndGet(threads(node), Math::max);
        lookAtLiveness(node);
        lookAtReadiness(node);
    }

    private boolean isLeftAlone(Node node) {
        return slot.state() == Slot.State.UP && slot.node() == node;
    }

    private void noteEnd(Node node) {
        if (deadNode != node) {
            deadNode = node;
            site.journal().offence("I8 " + node.name() + " ended by itself with " + node.awaitEnd());
        }
    }

    private void lookAtLiveness(Node node) {
        int live = Health.status(node, "/q/health/live");
        if (!isLeftAlone(node) || live == Health.OK) {
            lastSign = System.nanoTime();
        } else if (live != Health.SILENT) {
            site.journal().offence("I12 " + node.name() + " says it is not live: " + live);
        } else if (System.nanoTime() - lastSign > MAX_SILENCE.toNanos()) {
            site.journal().offence("I12 " + node.name() + " has not answered for " + MAX_SILENCE);
            lastSign = System.nanoTime();
        }
    }

    /** Checks readiness. The answer counts only if the same answer was expected before the request and after it. */
    private void lookAtReadiness(Node node) {
        boolean mustBeDown = isDownForLong();
        boolean mustBeReady = !site.causes().mayExplain(slot, MAX_CONVALESCENCE);
        Health.Answer answer = Health.ask(node, "/q/health/ready");
        if (!isLeftAlone(node)) {
            return;
        }
        if (mustBeDown && isDownForLong()) {
            expectUnready(node, answer.status());
        } else if (mustBeReady && !site.causes().mayExplain(slot, MAX_CONVALESCENCE)) {
            expectReady(node, answer);
        }
    }

    private boolean isDownForLong() {
        return site.server().nanosDown() >= MAX_CREDULITY.toNanos();
    }

    private void expectReady(Node node, Health.Answer answer) {
        site.journal().count(READINESS.getOrDefault(answer.status(), "not ready without a cause"));
        boolean isUnready = answer.status() != Health.OK && answer.status() != Health.SILENT;
        if (isUnready && !saidUnready) {
            site.journal()
                    .offence("I12 %s says it is not ready without a cause: %s".formatted(node.name(), down(answer)));
        }
        saidUnready = isUnready;
    }

    /** Returns only the checks that are down, in one line. */
    private static String down(Health.Answer answer) {
        return Arrays.stream(answer.text().replaceAll("\\s+", " ").split("(?=\\{ \"name\")"))
                .filter(check -> check.contains("DOWN"))
                .collect(Collectors.joining(" "));
    }

    private void expectUnready(Node node, int ready) {
        if (ready == Health.OK) {
            site.journal().offence("I12 " + node.name() + " says it is ready while the database is down");
        } else {
            site.journal().count(ready == Health.UNAVAILABLE ? TRUTHFUL : "silent while the database was down");
        }
    }

    private static int threads(Node node) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(node.pid()), "status")).stream()
                    .filter(line -> line.startsWith("Threads:"))
                    .mapToInt(line -> Integer.parseInt(
                            line.substring(line.indexOf(':') + 1).strip()))
                    .sum();
        } catch (IOException e) {
            // The node has just died.
            return 0;
        }
    }

    int mostThreads() {
        return mostThreads.get();
    }

    int mostConnections() {
        return mostConnections.get();
    }

    void stop() {
        stopped = true;
    }
}
