package io.github.rowmill.chaos.broken;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to break the application: the statements of one class lose a part. The part is found in the class file. A fence
 * compares the version and the node of a lease. Queues that settle by id alone have no fence.
 */
public enum Break {
    /** Completes tasks by id alone: a late attempt completes the task, with effects of its own. */
    COMPLETE_BY_ID("engine/store/end/CompletionText", Patterns.LEASE, Break::withoutFence, 1),

    /** Writes the other verdicts by id alone: a late attempt decides the attempt of its successor. */
    SETTLE_BY_ID("engine/store/end/Verdicts", Patterns.LEASE, Break::withoutFence, 2),

    /**
     * Completes tasks without comparing the node. After a failover that lost a claim, the node with the earlier lease
     * of the same version completes the task.
     */
    COMPLETE_WITHOUT_THE_NODE("engine/store/end/CompletionText", Patterns.NODE, Break::withoutFence, 1),

    /** Delivers signals to no task: none is marked, and no waiting task becomes due. */
    FORGET_SIGNALS("feature/step/store/SignalMarks", Patterns.MARK, found -> Patterns.MARKS_NOTHING, 1);

    private static final class Patterns {
        /**
         * Conditions of a fence. They compare with another column, or with a parameter, which must stay in the
         * statement.
         */
        static final String NODE = "\\band (\\w+\\.)?operator_id = (\\?)";

        static final String LEASE = "\\band (\\w+\\.)?(?:version|operator_id) = (\\?|\\w+\\.version)";

        static final String MARK = "\\browmill_signal_mark\\(\\?\\)";

        /** Returns every signal as one that needs no further call. */
        static final String MARKS_NOTHING =
                "(select s.signal, cast(null as text) as queue from unnest(cast(? as bigint[])) as s (signal))";
    }

    private final String type;
    private final Pattern part;
    private final Function<MatchResult, String> replacement;
    private final int places;

    Break(String type, String part, Function<MatchResult, String> replacement, int places) {
        this.type = type;
        this.part = Pattern.compile(part);
        this.replacement = replacement;
        this.places = places;
    }

    /**
     * Returns the number of jars with the class: as it was compiled and, if it is a bean, as Quarkus transformed it.
     */
    public int places() {
        return places;
    }

    /** Returns whether statements lose their fence. */
    boolean isOfFences() {
        return this != FORGET_SIGNALS;
    }

    /** Returns the path of the class file in a jar. */
    String file() {
        return "io/github/rowmill/" + type + ".class";
    }

    /** Returns the name for files and properties, such as {@code complete-by-id}. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the class file without these parts. Refuses a class file that has none. */
    byte[] broken(byte[] classFile) throws IOException {
        AtomicInteger found = new AtomicInteger();
        byte[] broken = Constants.replaced(classFile, text -> broken(text, found));
        if (found.get() == 0) {
            throw new IllegalStateException(
                    "%s must match %s somewhere, or there is nothing to break".formatted(file(), part));
        }
        return broken;
    }

    private String broken(String text, AtomicInteger found) {
        return part.matcher(text).replaceAll(match -> {
            found.incrementAndGet();
            return Matcher.quoteReplacement(replacement.apply(match));
        });
    }

    private static String withoutFence(MatchResult asked) {
        return asked.group(2).equals("?") ? always(asked.group()) : "and true";
    }

    /** Returns a condition that is true for any version or name, and still has the parameter. */
    private static String always(String asked) {
        return asked.contains("version") ? "and 0 < 1 + ?" : "and 0 < length(?)";
    }
}
