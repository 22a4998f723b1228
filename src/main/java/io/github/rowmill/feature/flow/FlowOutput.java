package io.github.rowmill.feature.flow;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.PartResults;
import io.github.rowmill.feature.flow.store.FlowResults;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results of a flow. Each call reads them. */
class FlowOutput implements PartResults {

    private static final String COMPLETED = "completed";

    private final long id;
    private final FlowResults results;

    FlowOutput(long id, FlowResults results) {
        this.id = id;
        this.results = results;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public <T> @Nullable T result(String part, Class<T> type) {
        List<TaskResult<T>> all = results.first(id(), part, type, 2);
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
}
