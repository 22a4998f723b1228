package io.github.rowmill.engine;

import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.testing.ManualMill;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;

/** A test of the engine, on an empty table of tasks. */
public abstract class EngineTest {

    @Inject
    protected TaskQueue queue;

    @Inject
    protected ManualMill mill;

    @Inject
    protected Rows rows;

    @Inject
    protected Probes probes;

    @BeforeEach
    protected void clear() {
        rows.clear();
    }
}
