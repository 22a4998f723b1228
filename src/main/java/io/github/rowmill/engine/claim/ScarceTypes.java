package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.hold.Connections;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.ClaimLimits.Scarce;
import io.github.rowmill.handler.Handlers;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Set;

/**
 * Types of transactional handlers, if the application's pool has fewer connections than the node has workers. A claim takes
 * as many of their tasks as connections are free, and tasks of other types beside them.
 */
@Singleton
class ScarceTypes {

    private final Connections connections;
    private final Handlers handlers;
    private final Claimant claimant;

    ScarceTypes(WorkerPool pool, Handlers handlers, Claimant claimant) {
        this.connections = pool.connections();
        this.handlers = handlers;
        this.claimant = claimant;
    }

    /** Returns how many of their tasks a claim may take: the queue's share of the connections that are left. */
    Scarce of(RoundOrder.Turn turn) {
        return connections.areScarce()
                ? new Scarce(handlers.transactional(), turn.of(connections.seen()))
                : Scarce.NONE;
    }

    /** Returns the types of which a task could start at once. */
    Set<String> startable() {
        if (areFree()) {
            return claimant.types();
        }
        Set<String> types = new HashSet<>(claimant.types());
        types.removeAll(handlers.transactional());
        return types;
    }

    /** Returns whether a task of these types could start. */
    boolean areFree() {
        return connections.free() > 0;
    }

    /** Returns whether more tasks of these types could start than the last claim saw. */
    boolean mayGoOn() {
        return connections.hasMore();
    }
}
