package io.github.rowmill.feature.flow;

import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.enqueue.MemberEnqueue;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.flow.store.FlowRows;
import io.github.rowmill.feature.flow.store.FlowRows.TaskRow;
import io.github.rowmill.text.Storable;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds tasks to flows, in the caller's transaction or in one of its own. */
@ApplicationScoped
@Transactional(dontRollbackOn = RowmillException.class)
public class FlowAdditions {

    /** Tasks of a stream that are written together. */
    private static final int TASKS = 1_000;

    private final FlowEnqueue flows;
    private final FlowPlaces places;
    private final FlowRows rows;
    private final MemberEnqueue members;

    FlowAdditions(FlowEnqueue flows, FlowPlaces places, FlowRows rows, MemberEnqueue members) {
        this.flows = flows;
        this.places = places;
        this.rows = rows;
        this.members = members;
    }

    /**
     * Adds tasks to a part, and returns their ids.
     *
     * @param by the attempt of this flow that adds them; null for others
     */
    public List<Long> add(long flow, String part, Collection<NewTask> tasks, FlowPlaces.@Nullable Adder by) {
        List<NewRow> made = flows.rows("", tasks, 0);
        FlowPlaces.Place place = place(flow, part, by);
        return made.isEmpty() ? List.of() : insert(flow, place, made);
    }

    /**
     * Adds the tasks of a stream to a part, and returns their number. If one is refused after others were written, the
     * transaction can only be rolled back.
     */
    public long add(long flow, String part, Stream<NewTask> tasks, FlowPlaces.@Nullable Adder by) {
        FlowPlaces.Place place = place(flow, part, by);
        Iterator<NewTask> all = tasks.iterator();
        long added = 0;
        try {
            while (all.hasNext()) {
                added += insert(flow, place, flows.rows("", next(all), added)).size();
            }
            return added;
        } catch (RuntimeException e) {
            if (added > 0) {
                QuarkusTransaction.setRollbackOnly();
            }
            throw e;
        }
    }

    private static List<NewTask> next(Iterator<NewTask> all) {
        List<NewTask> some = new ArrayList<>();
        while (some.size() < TASKS && all.hasNext()) {
            some.add(all.next());
        }
        return some;
    }

    private FlowPlaces.Place place(long flow, String part, FlowPlaces.@Nullable Adder by) {
        if (Storable.isUnstorable(part)) {
            throw new FlowPassedException(flow, "it has no such part");
        }
        FlowPlaces.Place place = places.place(flow, part, by);
        if (place.refusal() != null) {
            throw refusal(flow, part, place.refusal());
        }
        return place;
    }

    private static RowmillException refusal(long flow, String part, String reason) {
        return switch (reason) {
            case "none" -> new FlowNotFoundException(flow);
            case "part" -> new FlowPassedException(flow, "it has no part '%s'".formatted(part));
            case "ended" -> new FlowPassedException(flow, "it has ended or is cancelled, so no task can be added");
            case "lost" -> new FlowPassedException(flow, "this attempt has lost its lease, so it cannot add tasks");
            default ->
                new FlowPassedException(
                        flow, "no task can be added to part '%s': it, or a part after it, is over".formatted(part));
        };
    }

    private List<Long> insert(long flow, FlowPlaces.Place place, List<NewRow> made) {
        List<Long> ids =
                members.enqueue(flow, made, Collections.nCopies(made.size(), new Inserts.Place(place.waits(), false)));
        List<TaskRow> tasks = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            tasks.add(Layout.taskRow(place.part(), ids.get(i), made.get(i), place.waits()));
        }
        rows.insertTasks(flow, tasks);
        return ids;
    }
}
