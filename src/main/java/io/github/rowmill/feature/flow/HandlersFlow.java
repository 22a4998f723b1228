package io.github.rowmill.feature.flow;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskFlow;
import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.flow.store.FlowResults;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The flow of a task, as its handler sees it. */
final class HandlersFlow extends FlowOutput implements TaskFlow {

    private final FlowPlaces.OfTask place;
    private final Supplier<FlowPlaces.Adder> adder;
    private final FlowAdditions additions;

    HandlersFlow(
            FlowPlaces.OfTask place, Supplier<FlowPlaces.Adder> adder, FlowAdditions additions, FlowResults results) {
        super(place.flow(), results);
        this.place = place;
        this.adder = adder;
        this.additions = additions;
    }

    @Override
    public String part() {
        return place.part();
    }

    @Override
    public List<Long> add(String part, Collection<NewTask> tasks) {
        return additions.add(id(), part, tasks, adder.get());
    }

    @Override
    public long add(String part, Stream<NewTask> tasks) {
        return additions.add(id(), part, tasks, adder.get());
    }
}
