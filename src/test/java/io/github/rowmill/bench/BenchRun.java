package io.github.rowmill.bench;

import org.junit.jupiter.api.Test;

/** What Rowmill does in a second, beside SQL written by hand on the same database in the same minutes. */
class BenchRun {

    @Test
    void quick() throws Exception {
        int tasks = Integer.getInteger("bench.tasks", 200_000);
        try (Target target = Target.open()) {
            target.clear();
            Limit limit = new Limit(target);
            try (Mill mill = Mill.start(target, 1)) {
                mill.drain("noop", tasks);
                for (int round = 0; round < Integer.getInteger("bench.rounds", 3); round++) {
                    System.out.printf(
                            "batch: limit %.0f mill %.0f%n", limit.drain(tasks, false), mill.drain("noop", tasks));
                    System.out.printf(
                            "tx: limit %.0f mill effect %.0f event %.0f%n",
                            limit.drain(tasks / 10, true),
                            mill.drain("effect", tasks / 10),
                            mill.drain("event", tasks / 10));
                }
            }
        }
    }
}
