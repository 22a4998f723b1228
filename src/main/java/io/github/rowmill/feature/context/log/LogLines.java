package io.github.rowmill.feature.context.log;

import io.github.rowmill.text.Utf8;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last lines of a log, up to a number of bytes. The text begins with the number of lines that were dropped.
 * Used by one thread.
 */
final class LogLines {

    private final long max;
    private final Deque<String> lines = new ArrayDeque<>();
    private long bytes;
    private int dropped;

    LogLines(long max) {
        this.max = max;
    }

    /**
     * Adds a line, or several that belong together, and drops the oldest until there is room. A line that has more
     * bytes than the limit is cut.
     */
    void add(String line) {
        String fitting = size(line) > max ? Utf8.cut(line, max / 2) + "\u2026" : line;
        lines.add(fitting);
        bytes += size(fitting);
        while (bytes > max && lines.size() > 1) {
            bytes -= size(lines.remove());
            dropped++;
        }
    }

    private static long size(String line) {
        return Utf8.length(line) + 1;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public String toString() {
        String head = dropped == 0 ? "" : "(%s before these)\n".formatted(dropped);
        return head + String.join("\n", lines) + "\n";
    }
}
