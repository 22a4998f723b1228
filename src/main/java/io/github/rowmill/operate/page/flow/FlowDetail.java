package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.operate.admin.flow.AdminFlows;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of one flow.
 *
 * @param path path of the tasks of the flow
 */
public record FlowDetail(FlowView flow, Badge badge, FlowSentence sentence, List<PartRow> parts, String path) {

    /** Largest indent of a part. */
    private static final int MAX_INDENT = 6;

    /**
     * A part in its row.
     *
     * @param indent the number of parts on the longest way to it, at most six
     * @param after the names of the parts before it
     * @param condition when it starts, if not after their completion; empty otherwise
     * @param path path of its tasks
     */
    public record PartRow(
            String name, int indent, Badge badge, TaskBar bar, String after, String condition, String path) {

        /** Returns whether a user can start the part in spite of a failure. */
        public boolean isHeld() {
            return badge.text().equals("held");
        }
    }

    static FlowDetail of(AdminFlows.Detail detail, Times times) {
        FlowView flow = detail.flow();
        Search tasks = Search.of("flow", String.valueOf(flow.id()));
        Map<String, Integer> indents = new HashMap<>();
        List<PartRow> rows = flow.parts().stream()
                .map(part -> {
                    int indent = part.after().stream()
                            .mapToInt(before -> indents.getOrDefault(before, 0) + 1)
                            .max()
                            .orElse(0);
                    indents.put(part.name(), indent);
                    return row(part, Math.min(indent, MAX_INDENT), tasks);
                })
                .toList();
        return new FlowDetail(
                flow, Badge.of(flow.state()), FlowSentence.of(flow, detail.failure(), times), rows, tasks.path());
    }

    private static PartRow row(FlowView.Part part, int indent, Search tasks) {
        String condition = switch (part.needs()) {
            case COMPLETED -> "";
            case ENDED -> "however they end";
            case FAILED -> "if one fails";
        };
        return new PartRow(
                part.name(),
                indent,
                Badge.of(part),
                TaskBar.of(part.counts()),
                String.join(", ", part.after()),
                condition,
                tasks.with("part", part.name()).path());
    }

    /** Returns whether the flow has tasks that a retry would queue. */
    public boolean canRetry() {
        return flow.counts().dead() + flow.counts().cancelled() > 0;
    }

    public boolean canCancel() {
        return flow.finished() == null && flow.cancelled() == null;
    }

    /** Returns what happens to parts after a part that failed. */
    public String failure() {
        return flow.failure() == Flow.Failure.HOLD ? "parts after it wait" : "parts after it are cancelled";
    }

    /** Returns the title for the browser's tab. The state comes first. */
    public String title() {
        return "%s · %s %s".formatted(badge.text(), flow.name(), flow.id());
    }
}
