package io.github.rowmill.feature.flow;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskFlow;
import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.flow.store.FlowResults;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The flow of a task, as its handler sees it. */
final class HandlersFlow implements TaskFlow {

    private static final String COMPLETED = "completed";

    private final FlowPlaces.OfTask place;
    private final Supplier<FlowPlaces.Adder> adder;
    private final FlowAdditions additions;
    private final FlowResults results;

    HandlersFlow(
            FlowPlaces.OfTask place, Supplier<FlowPlaces.Adder> adder, FlowAdditions additions, FlowResults results) {
        this.place = place;
        this.adder = adder;
        this.additions = additions;
        this.results = results;
    }

    @Override
    public long id() {
        return place.flow();
    }

    @Override
    public String part() {
        return place.part();
    }

    @Override
    public <T> @Nullable T result(String part, Class<T> type) {
        List<TaskResult<T>> all = peek(part, type).limit(2).toList();
        if (all.size() != 1) {
            throw new IllegalStateException("part '%s' of flow %s has %s; read results() instead"
                    .formatted(part, id(), all.isEmpty() ? "no task" : "several tasks"));
        }
        TaskResult<T> one = all.get(0);
        return COMPLETED.equals(one.status()) ? one.value() : null;
    }

    @Override
    public <T> Stream<T> results(String part, Class<T> type) {
        return peek(part, type)
                .filter(one -> COMPLETED.equals(one.status()))
                .map(TaskResult::value)
                .filter(Objects::nonNull);
    }

    @Override
    public <T> Stream<TaskResult<T>> peek(String part, Class<T> type) {
        return results.all(id(), part, type);
    }

    @Override
    public FlowCounts counts(String part) {
        return results.counts(id(), part);
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
