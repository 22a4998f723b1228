package io.github.rowmill.chaos.broken;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to break the application: the statements of one class no longer ask whether the lease is still held, as queues do
 * that settle by id alone, or not whose it is. What they ask is read from the class itself.
 */
public enum Break {
    /** Of a task that succeeded: whoever is late completes it, with effects of its own. */
    COMPLETE_BY_ID("CompletionText", Patterns.LEASE, 1),

    /** Of a task that did not: whoever is late decides its successor's attempt. */
    SETTLE_BY_ID("Verdicts", Patterns.LEASE, 2),

    /** Of a task that succeeded: after a failover that lost the claim, whoever had the version before completes it. */
    COMPLETE_WITHOUT_THE_NODE("CompletionText", Patterns.NODE, 1);

    /** Comparisons with another column, or with a parameter, which must stay. */
    private static final class Patterns {
        static final String NODE = "\\band (\\w+\\.)?operator_id = (\\?)";
        static final String LEASE = "\\band (\\w+\\.)?(?:version|operator_id) = (\\?|\\w+\\.version)";
    }

    private final String type;
    private final Pattern fence;
    private final int places;

    Break(String type, String fence, int places) {
        this.type = type;
        this.fence = Pattern.compile(fence);
        this.places = places;
    }

    /** Returns in how many jars the class is: as it was compiled and, if it is a bean, as Quarkus transformed it. */
    public int places() {
        return places;
    }

    /** The class file's place in a jar. */
    String file() {
        return "io/github/rowmill/engine/store/end/" + type + ".class";
    }

    /** Its name for files and properties, such as {@code complete-by-id}. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The class file without its fences; one in which there are none to break is refused. */
    byte[] broken(byte[] classFile) throws IOException {
        AtomicInteger fences = new AtomicInteger();
        byte[] broken = Constants.replaced(classFile, text -> withoutFence(text, fences));
        if (fences.get() == 0) {
            throw new IllegalStateException(
                    "%s must ask for the lease somewhere, or there is nothing to break".formatted(file()));
        }
        return broken;
    }

    private String withoutFence(String text, AtomicInteger fences) {
        return fence.matcher(text).replaceAll(asked -> {
            fences.incrementAndGet();
            return Matcher.quoteReplacement(!asked.group(2).equals("?") ? "and true" : always(asked.group()));
        });
    }

    /** What is true of any version, or of any name, and still has its parameter. */
    private static String always(String asked) {
        return asked.contains("version") ? "and 0 < 1 + ?" : "and 0 < length(?)";
    }
}
