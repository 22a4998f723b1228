package io.github.rowmill.engine;

import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.testing.ManualMill;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;

/** A test that runs the engine by hand, on an empty table. */
abstract class EngineTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @BeforeEach
    void clear() {
        rows.clear();
    }
}
