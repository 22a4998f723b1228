package io.github.rowmill.engine.execute;

/**
 * What tasks need on this node to run at once.
 *
 * @param workers one for each task
 * @param connections of the application's pool, one for each transactional task
 */
public record Demand(int workers, int connections) {

    /** No task, no need. */
    public static final Demand NONE = new Demand(0, 0);

    /** Returns the sum of both. */
    public Demand plus(Demand other) {
        return new Demand(workers + other.workers, connections + other.connections);
    }
}
