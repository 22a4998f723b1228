package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;

/** Creates a state of a node that a test may close. */
public final class OwnNode {

    private OwnNode() {}

    /** Returns the state of an open node. */
    public static NodeState open(RowmillConfig config) {
        NodeState node = new NodeState(config, false);
        node.open();
        return node;
    }
}
