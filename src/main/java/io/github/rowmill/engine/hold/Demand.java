package io.github.rowmill.engine.hold;

/**
 * The workers and connections that tasks need on this node to run at once.
 *
 * @param workers one for each task
 * @param connections of the application's pool, one for each transactional task
 */
public record Demand(int workers, int connections) {

    /** The demand of no task. */
    public static final Demand NONE = new Demand(0, 0);

    /** Returns the sum of both. */
    public Demand plus(Demand other) {
        return new Demand(workers + other.workers, connections + other.connections);
    }
}
