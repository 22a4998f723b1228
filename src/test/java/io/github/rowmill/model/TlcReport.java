package io.github.rowmill.model;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result of TLC for a configuration.
 * @param outcome {@link #NO_ERROR}, the name of the property that is violated, {@link #TEMPORAL}, or {@link #BROKEN}
 * @param generated states found, with repetition
 * @param distinct states found
 * @param depth length of the longest shortest path to a state
 * @param steps states of the counterexample, including the first one; 0 without a counterexample
 */
record TlcReport(String outcome, long generated, long distinct, int depth, int steps, Duration took) {

    static final String NO_ERROR = "no error";

    /**
     * The outcome if a property about an event that must finally happen is violated. TLC does not name this property,
     * so the check has no other one.
     */
    static final String TEMPORAL = "temporal property";

    /** The outcome if the check failed: TLC cannot read the model, or ended too early. */
    static final String BROKEN = "broken";

    private static final Pattern VIOLATED = Pattern.compile("Error: (?:Invariant|Action property) (\\w+) is violated");
    private static final Pattern GENERATED = Pattern.compile("(?m)^(\\d+) states generated, ");
    private static final Pattern DISTINCT = Pattern.compile("(?m)^\\d+ states generated, (\\d+) distinct");
    private static final Pattern DEPTH = Pattern.compile("The depth of the complete state graph search is (\\d+)");
    private static final Pattern STEP = Pattern.compile("(?m)^State \\d+:");

    static TlcReport of(String output, Duration took) {
        return new TlcReport(
                outcome(output),
                number(GENERATED, output),
                number(DISTINCT, output),
                (int) number(DEPTH, output),
                (int) STEP.matcher(output).results().count(),
                took);
    }

    private static String outcome(String output) {
        Matcher violated = VIOLATED.matcher(output);
        if (violated.find()) {
            return violated.group(1);
        }
        if (output.contains("Error: Temporal properties were violated.")
                && STEP.matcher(output).find()) {
            return TEMPORAL;
        }
        boolean isWhole = output.contains("Model checking completed. No error has been found.");
        return isWhole && !output.contains("Error:") ? NO_ERROR : BROKEN;
    }

    private static long number(Pattern pattern, String output) {
        Matcher matcher = pattern.matcher(output);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** Returns a line of the table that a run of all checks prints. */
    String line(String configuration) {
        return "%-26s %-20s %,10d generated %,9d distinct  depth %2d  steps %2d  %3d s"
                .formatted(configuration, outcome, generated, distinct, depth, steps, took.toSeconds());
    }
}
