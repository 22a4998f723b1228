package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sentence that says what a flow waits for, and what a user can do.
 *
 * @param text the sentence, up to the failed task if there is one
 * @param task the id of the failed task that holds the flow; null for none
 * @param rest the sentence after the failed task; empty if there is none
 */
public record FlowSentence(String text, @Nullable Long task, String rest) {

    private static final int MAX_NAMES = 3;

    static FlowSentence of(FlowView flow, FlowReader.@Nullable Failure failure, Times times) {
        return switch (flow.state()) {
            case HELD -> held(flow, failure, times);
            case RUNNING -> plain(running(flow));
            case ENDED -> plain("Ended %s: %s.".formatted(at(flow.finished(), times), TaskBar.words(flow.counts())));
            case CANCELLED -> plain(cancelled(flow, times));
        };
    }

    private static FlowSentence plain(String text) {
        return new FlowSentence(text, null, "");
    }

    private static FlowSentence held(FlowView flow, FlowReader.@Nullable Failure failure, Times times) {
        if (failure == null) {
            return plain("A part waits for tasks that have failed. Retry them, let the part go, or cancel the flow.");
        }
        String error = failure.error() == null
                ? ""
                : ": " + failure.error().lines().findFirst().orElse("");
        long more = flow.parts().stream()
                        .filter(part -> part.state() == FlowView.PartState.HELD)
                        .count()
                - 1;
        String others =
                more < 1 ? "" : more == 1 ? " One more part is held." : " %s more parts are held.".formatted(more);
        return new FlowSentence(
                "%s waits for %s, whose".formatted(failure.held(), failure.part()),
                failure.task(),
                "is %s since %s%s%s Retry it, let %s go, or cancel the flow.%s"
                        .formatted(
                                failure.status(),
                                times.at(failure.finished()),
                                error,
                                error.endsWith(".") ? "" : ".",
                                failure.held(),
                                others));
    }

    private static String running(FlowView flow) {
        Optional<FlowView.Part> next = flow.parts().stream()
                .filter(part -> part.state() == FlowView.PartState.WAITING && part.needs() != Flow.Needs.FAILED)
                .findFirst();
        if (next.isEmpty()) {
            return "Runs its last tasks: %s.".formatted(TaskBar.words(flow.counts()));
        }
        List<String> before = next.get().after();
        FlowCounts counts = flow.parts().stream()
                .filter(part -> before.contains(part.name()))
                .map(FlowView.Part::counts)
                .reduce(new FlowCounts(0, 0, 0, 0, 0, 0), FlowCounts::plus);
        String parts = before.size() > MAX_NAMES ? before.size() + " parts" : String.join(" and ", before);
        return "%s waits for %s: %s of %s tasks there have ended."
                .formatted(next.get().name(), parts, Figures.number(counts.ended()), Figures.number(counts.total()));
    }

    private static String cancelled(FlowView flow, Times times) {
        FlowCounts counts = flow.counts();
        long left = counts.total() - counts.ended();
        String rest = left == 0 ? "" : " %s of its tasks have not ended yet.".formatted(Figures.number(left));
        return "Cancelled %s: %s.%s A retry undoes that."
                .formatted(at(flow.cancelled(), times), TaskBar.words(counts), rest);
    }

    private static String at(@Nullable Instant moment, Times times) {
        return moment == null ? "" : "at " + times.at(moment);
    }
}
