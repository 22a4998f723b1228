package io.github.rowmill.bench;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * What all benchmarks have: a database, {@code -Dbench.url} or an embedded one, that is empty before each measure, and a
 * table of what was measured. {@code -Dbench.tasks} sizes the drains, {@code -Dbench.rounds} says how often.
 */
abstract class Benchmark {

    static final int TASKS = Integer.getInteger("bench.tasks", 300_000);
    static final int ROUNDS = Integer.getInteger("bench.rounds", 5);

    static Target target;
    static Results results;

    @BeforeAll
    static void open() throws IOException {
        target = Target.open();
        results = new Results();
    }

    @AfterAll
    static void close() throws IOException {
        results.write();
        target.close();
    }

    @BeforeEach
    void clear() {
        target.clear();
    }
}
