package io.github.rowmill.bench;

import java.sql.SQLException;

/** Another queue, within its process. It runs nothing until it is resumed. */
interface Peer {

    /** Its settings, for the table. */
    String settings();

    void resume();

    void pause();

    /** Makes so many due tasks of {@link Work}: {@code noop} or {@code effect}. */
    void fill(String task, int tasks) throws SQLException;

    /** Enqueues one task of {@link Work#wake}, in a transaction of its own. */
    void enqueue(int n);

    /** The query whether a task is left that has not been completed. */
    String left();
}
