package io.github.rowmill.bench;

import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Compares Rowmill with other queues for Java, by turns on the same database in the same minutes. Each has its own
 * process, is warmed up equally long, and is paused while the other one runs. Their tasks a second differ so much
 * that each drains its own share of {@code -Dbench.tasks}.
 */
class PeersRun extends Benchmark {

    private static final int SECONDS_TO_WARM_UP = Integer.getInteger("bench.warm", 10);
    private static final int WAKES = 500;

    @BeforeEach
    void clearThePeers() {
        target.execute("drop schema if exists peers cascade");
        target.execute("create schema peers");
    }

    @Test
    void besideDbScheduler() throws Exception {
        beside("db-scheduler", TASKS / 10);
    }

    @Test
    void besideJobRunr() throws Exception {
        beside("JobRunr", TASKS / 100);
    }

    private static void beside(String name, int tasks) throws Exception {
        try (Mill mill = Mill.start(target, 1);
                PeerProcess peer = PeerProcess.start(target, name)) {
            results.note("%s: %s".formatted(name, peer.settings()), "10 workers, defaults");
            drains(mill, TASKS, peer, tasks, name, "noop", "no-op");
            drains(mill, TASKS / 10, peer, tasks, name, "effect", "transactional, one row written by JDBC");
            wakes(mill, peer, name);
        }
    }

    private static void drains(
            Mill mill, int ours, PeerProcess peer, int others, String name, String task, String measure)
            throws Exception {
        warmUp(() -> mill.drain(task, ours));
        warmUp(() -> peer.drain(task, others));
        Rounds rounds = new Rounds();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(mill.drain(task, ours), peer.drain(task, others));
        }
        results.ratio("drain, " + measure, "tasks/s", name, rounds);
    }

    private static void wakes(Mill mill, PeerProcess peer, String name) throws Exception {
        warmUp(() -> mill.workloads().wakes(WAKES));
        warmUp(() -> peer.wakes(WAKES));
        Wakes wakes = new Wakes();
        for (int i = 0; i < ROUNDS; i++) {
            wakes.add(mill.workloads().wakes(WAKES), peer.wakes(WAKES));
        }
        wakes.write(results, "wake-up, same process", name);
    }

    private static void warmUp(Callable<?> measure) throws Exception {
        long start = System.nanoTime();
        while (Clock.seconds(start) < SECONDS_TO_WARM_UP) {
            measure.call();
        }
    }
}
