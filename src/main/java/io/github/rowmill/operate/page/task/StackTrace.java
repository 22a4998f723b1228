package io.github.rowmill.operate.page.task;

import io.github.rowmill.text.FailureSignature;
import java.util.ArrayList;
import java.util.List;

/** A stack trace for users. Frames of the application stand out, and runs of other frames are counted. */
public final class StackTrace {

    /**
     * A line, with its line end.
     *
     * @param kind CSS class: {@code own}, {@code far}, {@code cut}, {@code e}; empty for plain text
     */
    public record Line(String kind, String text) {

        private static Line of(String kind, String text) {
            return new Line(kind, text + "\n");
        }
    }

    private static final String FRAME = "at ";

    /**
     * Other frames that are shown before the rest of their run is counted. They show
     * where an exception comes from.
     */
    private static final int LEADING = 2;

    private final List<Line> lines = new ArrayList<>();
    private int far;
    private int leading = LEADING;

    private StackTrace() {}

    /** Returns the lines of a printed exception. */
    public static List<Line> folded(String text) {
        StackTrace trace = new StackTrace();
        text.lines().forEach(trace::add);
        trace.count();
        return trace.lines;
    }

    private void add(String line) {
        String frame = line.strip();
        if (!frame.startsWith(FRAME)) {
            count();
            lines.add(Line.of(lines.isEmpty() ? "e" : "", line));
            leading = LEADING;
        } else if (FailureSignature.isOwn(className(frame))) {
            count();
            lines.add(Line.of("own", "  " + frame));
            leading = 0;
        } else if (leading > 0) {
            lines.add(Line.of("far", "  " + frame));
            leading--;
        } else {
            far++;
        }
    }

    private void count() {
        if (far > 0) {
            lines.add(Line.of("cut", far == 1 ? "  … 1 frame of others" : "  … %s frames of others".formatted(far)));
            far = 0;
        }
    }

    /** Returns the class in a line such as {@code at module/package.Type.method(File.java:12)}. */
    private static String className(String frame) {
        int end = frame.indexOf('(');
        String method = frame.substring(FRAME.length(), end < 0 ? frame.length() : end);
        String qualified = method.substring(method.lastIndexOf('/') + 1);
        int dot = qualified.lastIndexOf('.');
        return dot < 0 ? qualified : qualified.substring(0, dot);
    }
}
