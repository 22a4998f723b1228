package io.github.rowmill.bench;

import java.sql.SQLException;

/** Another queue, in its own process. It runs nothing until it is resumed. */
interface Peer {

    /** Returns its settings, for the table. */
    String settings();

    void resume();

    void pause();

    /** Creates {@code tasks} due tasks of {@link Work}: {@code noop} or {@code effect}. */
    void fill(String task, int tasks) throws SQLException;

    /** Enqueues one task of {@link Work#wake} in its own transaction. */
    void enqueue(int n);

    /** Returns a query that finds the tasks that are not completed yet. */
    String left();
}
