package io.github.rowmill.feature.flow;

import io.github.rowmill.api.Flow;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.Inserts.Place;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.flow.store.FlowRows.PartRow;
import io.github.rowmill.feature.flow.store.FlowRows.TaskRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a new flow. What waits for a part waits for its last task. That task is marked when it is inserted, so no
 * later update is needed.
 */
final class Layout {

    private static final String WAITING = "waiting";

    private final List<Flow.Part> parts;
    private final List<List<NewRow>> rows;

    /** Creates the layout; {@code rows} has the rows of each part. */
    Layout(List<Flow.Part> parts, List<List<NewRow>> rows) {
        this.parts = parts;
        this.rows = rows;
    }

    /** Returns the rows of all parts, in their order. */
    List<NewRow> rows() {
        return rows.stream().flatMap(List::stream).toList();
    }

    /** Returns the place of each row. */
    List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (Flow.Part part : parts) {
            int last = size(part) - 1;
            boolean isFollowed = isLast(part)
                    || parts.stream().anyMatch(other -> other.before().contains(part));
            for (int i = 0; i <= last; i++) {
                places.add(new Place(waits(part), isFollowed && i == last));
            }
        }
        return places;
    }

    private static boolean waits(Flow.Part part) {
        return !part.before().isEmpty();
    }

    private int size(Flow.Part part) {
        return rows.get(part.number() - 1).size();
    }

    /** Returns whether no part after this one has tasks. The end of the flow waits for it. */
    private boolean isLast(Flow.Part part) {
        return parts.stream().noneMatch(other -> other.number() > part.number() && size(other) > 0);
    }

    /** Returns whether a part without tasks may have to be decided at once. */
    boolean hasEmptyParts() {
        return parts.isEmpty() || parts.stream().anyMatch(part -> size(part) == 0);
    }

    /** Returns the rows of the parts, with the end of the flow. {@code ids} has the ids of {@link #rows}. */
    List<PartRow> partRows(List<Long> ids) {
        List<PartRow> made = new ArrayList<>();
        made.add(new PartRow(0, "", "{}", "ended", WAITING, lastOf(parts, ids)));
        for (Flow.Part part : parts) {
            made.add(new PartRow(
                    part.number(),
                    part.name(),
                    part.before().stream()
                            .map(before -> String.valueOf(before.number()))
                            .collect(Collectors.joining(",", "{", "}")),
                    part.needs().name().toLowerCase(Locale.ROOT),
                    waits(part) ? WAITING : "open",
                    lastOf(part.before(), ids)));
        }
        return made;
    }

    /** Returns the last task of the last of these parts that has tasks; null if none has. */
    private @Nullable Long lastOf(List<Flow.Part> some, List<Long> ids) {
        return some.stream()
                .filter(part -> size(part) > 0)
                .max(Comparator.comparing(Flow.Part::number))
                .map(part -> ids.get(end(part) - 1))
                .orElse(null);
    }

    private int end(Flow.Part part) {
        return rows.subList(0, part.number()).stream().mapToInt(List::size).sum();
    }

    /** Returns the rows of the tasks in their parts. */
    List<TaskRow> taskRows(List<Long> ids) {
        List<TaskRow> made = new ArrayList<>(ids.size());
        for (Flow.Part part : parts) {
            for (NewRow row : rows.get(part.number() - 1)) {
                made.add(taskRow(part.number(), ids.get(made.size()), row, waits(part)));
            }
        }
        return made;
    }

    /** Returns the row of a task in its part. A task that waits gets its key and its delay later. */
    static TaskRow taskRow(int part, long id, NewRow row, boolean waits) {
        return new TaskRow(
                part,
                id,
                waits ? row.key() : null,
                waits ? Seconds.ofNullable(row.task().delay()) : null);
    }
}
