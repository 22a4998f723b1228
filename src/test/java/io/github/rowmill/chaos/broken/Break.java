package io.github.rowmill.chaos.broken;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way to break the application: the statements of one class no longer ask whether the lease is still held, as queues do
 * that settle by id alone. What they ask is read from the class itself.
 */
public enum Break {
    /** Of a task that succeeded: whoever is late completes it, with effects of its own. */
    COMPLETE_BY_ID("Completions"),

    /** Of a task that did not: whoever is late decides its successor's attempt. */
    SETTLE_BY_ID("Verdicts");

    /** A version compared with another, or with a parameter, which must stay. */
    private static final Pattern FENCE = Pattern.compile("\\band (\\w+\\.)?version = (\\?|\\w+\\.version)");

    private final String type;

    Break(String type) {
        this.type = type;
    }

    /** The class file's place in a jar. */
    String file() {
        return "io/github/rowmill/engine/store/" + type + ".class";
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
                    "%s must compare versions somewhere, or there is nothing to break".formatted(file()));
        }
        return broken;
    }

    private static String withoutFence(String text, AtomicInteger fences) {
        return FENCE.matcher(text).replaceAll(fence -> {
            fences.incrementAndGet();
            return Matcher.quoteReplacement(fence.group(2).equals("?") ? "and 0 < 1 + ?" : "and true");
        });
    }
}
