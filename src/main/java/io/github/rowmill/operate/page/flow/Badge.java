package io.github.rowmill.operate.page.flow;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowView;
import java.util.Locale;

/**
 * A state with its colour and its icon.
 *
 * @param tone the class of the colour
 */
public record Badge(String tone, String icon, String text) {

    static Badge of(FlowView.State state) {
        String word = word(state);
        return switch (state) {
            case RUNNING -> new Badge("executing", "executing", word);
            case HELD -> new Badge("dead", "paused", word);
            case ENDED -> new Badge("completed", "completed", word);
            case CANCELLED -> new Badge("cancelled", "cancelled", word);
        };
    }

    static Badge of(FlowView.Part part) {
        return switch (part.state()) {
            case WAITING -> new Badge("waiting", "waiting", "waiting");
            case HELD -> new Badge("dead", "paused", "held");
            case CANCELLED -> new Badge("cancelled", "cancelled", "cancelled");
            case OPEN -> ofOpen(part.counts());
        };
    }

    private static Badge ofOpen(FlowCounts counts) {
        if (counts.ended() < counts.total()) {
            return new Badge("executing", "executing", "running");
        }
        return counts.dead() + counts.cancelled() > 0
                ? new Badge("dead", "dead", "failed")
                : new Badge("completed", "completed", "completed");
    }

    static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
