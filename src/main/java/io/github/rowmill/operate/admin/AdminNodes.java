package io.github.rowmill.operate.admin;

import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.beat.Node;
import io.github.rowmill.feature.beat.NodeCounts;
import io.github.rowmill.feature.beat.NodeReader;
import io.github.rowmill.feature.beat.RemoteHolder;
import io.github.rowmill.feature.beat.RemoteHolders;
import io.github.rowmill.operate.access.Access;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes, for callers who may see all queues. The tasks that a node runs and holds may be of any queue. */
@Singleton
public class AdminNodes {

    private final Access access;
    private final NodeReader reader;
    private final RemoteHolders remote;

    AdminNodes(Access access, NodeReader reader, RemoteHolders remote) {
        this.access = access;
        this.reader = reader;
        this.remote = remote;
    }

    /** Returns the nodes after a name, ordered by name; only nodes in one state, if it is given. */
    public List<Node> page(String after, Node.@Nullable State state, int limit) {
        access.requireEverywhere(Permission.VIEW);
        return reader.page(after, state, limit);
    }

    /** Returns the remote workers that hold tasks, ordered by name, at most 200. */
    public List<RemoteHolder> remote() {
        access.requireEverywhere(Permission.VIEW);
        return remote.all();
    }

    /** Counts all nodes. */
    public NodeCounts counts() {
        access.requireEverywhere(Permission.VIEW);
        return reader.counts();
    }
}
