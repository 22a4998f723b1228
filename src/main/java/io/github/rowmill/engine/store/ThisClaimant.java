package io.github.rowmill.engine.store;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.NodeName;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes this node a claimant: it takes the types of its handlers. */
final class ThisClaimant {

    private ThisClaimant() {}

    @Produces
    @Singleton
    static Claimant claimant(NodeName name, Handlers handlers, RowmillConfig config) {
        return new Claimant(name.value(), handlers.claimable(), config.lease());
    }
}
