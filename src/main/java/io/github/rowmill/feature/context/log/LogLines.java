package io.github.rowmill.feature.context.log;

import java.nio.charset.StandardCharsets;
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
     * characters than the limit has bytes is cut.
     */
    void add(String line) {
        String fitting = line.length() > max ? line.substring(0, (int) max / 2) + "\u2026" : line;
        lines.add(fitting);
        bytes += size(fitting);
        while (bytes > max && lines.size() > 1) {
            bytes -= size(lines.remove());
            dropped++;
        }
    }

    private static long size(String line) {
        return line.getBytes(StandardCharsets.UTF_8).length + 1L;
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
