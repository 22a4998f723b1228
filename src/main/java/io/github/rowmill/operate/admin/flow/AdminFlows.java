package io.github.rowmill.operate.admin.flow;

import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.feature.flow.store.FlowRows;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations on flows. A caller needs the permission for each queue and type that a flow has tasks of. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminFlows {

    private final Access access;
    private final Audit audit;
    private final Flows flows;
    private final FlowRows rows;
    private final FlowReader reader;

    AdminFlows(Access access, Audit audit, Flows flows, FlowRows rows, FlowReader reader) {
        this.access = access;
        this.audit = audit;
        this.flows = flows;
        this.rows = rows;
        this.reader = reader;
    }

    /** Returns a page of flows, the newest first, for callers who may see all queues. */
    @Transactional(Transactional.TxType.NEVER)
    public Page<FlowReader.Row> page(FlowReader.Query query, int limit) {
        access.requireEverywhere(Permission.VIEW);
        return reader.list(query, limit);
    }

    /**
     * Returns a flow with its parts.
     *
     * @throws FlowNotFoundException if the flow does not exist
     */
    @Transactional(Transactional.TxType.NEVER)
    public FlowView find(long id) {
        access.requireSomewhere(Permission.VIEW);
        FlowReader.Shown shown = reader.shown(id).orElseThrow(() -> new FlowNotFoundException(id));
        require(Permission.VIEW, shown.kinds());
        return shown.flow();
    }

    /** Returns flows of which a part is held, the newest first, for callers who may see all queues. */
    @Transactional(Transactional.TxType.NEVER)
    public List<FlowReader.Row> held(int limit) {
        access.requireEverywhere(Permission.VIEW);
        return reader.held(limit);
    }

    /** A flow, and the failed task that holds it; null if none does. */
    public record Detail(FlowView flow, FlowReader.@Nullable Failure failure) {}

    /**
     * Returns a flow with what holds it.
     *
     * @throws FlowNotFoundException if the flow does not exist
     */
    @Transactional(Transactional.TxType.NEVER)
    public Detail detail(long id) {
        FlowView flow = find(id);
        return new Detail(
                flow, flow.state() == FlowView.State.HELD ? reader.failure(id).orElse(null) : null);
    }

    /** Cancels all tasks of a flow that have not ended. */
    public FlowView cancel(long id) {
        return change(Action.CANCEL, id, () -> flows.cancel(id));
    }

    /** Queues all tasks of a flow again that are dead or cancelled. */
    public FlowView retry(long id) {
        return change(Action.RETRY, id, () -> flows.retry(id));
    }

    /** Starts a part that is held because a task before it has failed. */
    public FlowView letGo(long id, String part) {
        return change(Action.LET_GO, id, () -> flows.letGo(id, part));
    }

    /** The lock of the flow keeps others from adding tasks of further queues after the check. */
    private FlowView change(Action action, long id, Runnable verb) {
        access.requireSomewhere(Permission.OPERATE);
        if (rows.lock(id).isEmpty()) {
            throw new FlowNotFoundException(id);
        }
        require(Permission.OPERATE, reader.kinds(id));
        FlowView before = read(id);
        verb.run();
        FlowView after = read(id);
        audit.write(action, new Target(Target.FLOW, String.valueOf(id)), record(before), record(after));
        return after;
    }

    private FlowView read(long id) {
        return reader.find(id).orElseThrow(() -> new FlowNotFoundException(id));
    }

    /** Requires the permission for each queue and type, or for all queues if no task of the flow is left. */
    private void require(Permission permission, List<FlowReader.Kind> kinds) {
        if (kinds.isEmpty()) {
            access.requireEverywhere(permission);
        }
        kinds.forEach(kind -> access.requireOf(permission, kind.queue(), kind.type()));
    }

    private static Map<String, Object> record(FlowView flow) {
        Map<String, Object> parts = new LinkedHashMap<>();
        flow.parts().forEach(part -> parts.put(part.name(), word(part.state())));
        return Map.of("name", flow.name(), "state", word(flow.state()), "parts", parts);
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
