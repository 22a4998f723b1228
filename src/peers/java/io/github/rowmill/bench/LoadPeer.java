package io.github.rowmill.bench;

import java.util.List;

/** Another queue that runs the workload, within its process. It runs nothing until it is resumed. */
interface LoadPeer {

    /** Returns its settings, for the table. */
    String settings();

    void resume() throws Exception;

    void pause() throws Exception;

    /** Enqueues a task for each payload, by one call. {@code row} is whether the tasks write a row. */
    void enqueue(boolean row, List<String> payloads) throws Exception;
}
