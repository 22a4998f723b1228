package io.github.rowmill.bench;

import java.util.List;

/** Another queue that runs the workload in its own process. It runs nothing until it is resumed. */
interface LoadPeer {

    /** Returns its settings, for the table. */
    String settings();

    void resume() throws Exception;

    void pause() throws Exception;

    /** Enqueues a task for each payload in one call. The tasks write a row if {@code row} is true. */
    void enqueue(boolean row, List<String> payloads) throws Exception;
}
