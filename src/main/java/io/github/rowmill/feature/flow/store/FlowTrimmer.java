package io.github.rowmill.feature.flow.store;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.engine.store.OrphanRows;
import io.github.rowmill.node.loop.HourlyTrim;
import jakarta.inject.Singleton;

/** Deletes the places of tasks in flows that have been deleted by a node that died before it had deleted them. */
@Singleton
public class FlowTrimmer implements HourlyTrim {

    private final OrphanRows places;

    FlowTrimmer(EngineDatabase database) {
        this.places = OrphanRows.ofFlows(database, "rowmill_part_task");
    }

    @Override
    public String name() {
        return "flow-trim";
    }

    /** Deletes all places without a flow, and returns their number. */
    @Override
    public long trimOnce() {
        return places.delete();
    }
}
