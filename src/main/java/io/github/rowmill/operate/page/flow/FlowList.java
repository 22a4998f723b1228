package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.FlowView;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.flow.store.FlowReader;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of flows: on the first page the held ones, then the others, the newest first.
 *
 * @param groups groups of flows; none is empty
 * @param state the state of all flows on the page; empty for any
 * @param next path of the next page; null if this is the last
 */
public record FlowList(
        List<Group> groups,
        String state,
        boolean isFirst,
        @Nullable String next) {

    /**
     * Flows below a heading.
     *
     * @param title the heading; empty for none
     */
    public record Group(String title, List<Row> rows) {}

    /**
     * A flow in its row.
     *
     * @param uniqueKey the unique key; empty for none
     * @param heldPart the first part that is held; empty for none
     * @param progress the number of parts that have started or were cancelled, of all parts
     */
    public record Row(
            long id,
            String name,
            Badge badge,
            String uniqueKey,
            String heldPart,
            String progress,
            Instant created,
            @Nullable Instant finished) {

        private static Row of(FlowReader.Row row) {
            FlowView flow = row.flow();
            String key = flow.uniqueKey();
            String held = row.heldPart();
            return new Row(
                    flow.id(),
                    flow.name(),
                    Badge.of(row.state()),
                    key == null ? "" : key,
                    held == null ? "" : held,
                    "%s of %s".formatted(row.started(), row.parts()),
                    flow.created(),
                    flow.finished());
        }
    }

    /** Returns the page of flows in any state. On later pages, {@code held} is empty. */
    static FlowList ofAll(List<FlowReader.Row> held, Page<FlowReader.Row> page, boolean isFirst) {
        Set<Long> above = held.stream().map(row -> row.flow().id()).collect(Collectors.toSet());
        List<FlowReader.Row> others = page.rows().stream()
                .filter(row -> !above.contains(row.flow().id()))
                .toList();
        List<Group> groups = Stream.of(group("Held by a failure", held), group(held.isEmpty() ? "" : "Others", others))
                .filter(group -> !group.rows().isEmpty())
                .toList();
        return new FlowList(groups, "", isFirst, next(page, "flows?after="));
    }

    /** Returns the page of flows in one state. */
    static FlowList of(FlowView.State state, Page<FlowReader.Row> page, boolean isFirst) {
        String word = Badge.word(state);
        List<Group> groups = page.rows().isEmpty() ? List.of() : List.of(group("", page.rows()));
        return new FlowList(groups, word, isFirst, next(page, "flows?state=" + word + "&after="));
    }

    private static Group group(String title, List<FlowReader.Row> rows) {
        return new Group(title, rows.stream().map(Row::of).toList());
    }

    private static @Nullable String next(Page<FlowReader.Row> page, String path) {
        Long last = page.next(row -> row.flow().id());
        return last == null ? null : path + last;
    }

    /** Returns the states that a list can be narrowed to. */
    public List<String> states() {
        return Arrays.stream(FlowView.State.values()).map(Badge::word).toList();
    }
}
