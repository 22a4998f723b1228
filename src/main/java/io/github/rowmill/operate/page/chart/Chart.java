package io.github.rowmill.operate.page.chart;

import java.util.List;

/**
 * A chart: its table, which the script draws, and a drawing of the same for those without one.
 *
 * @param caption what the table says
 * @param scale of its values
 * @param rows of the table, a step each
 * @param marks what happened meanwhile
 */
public record Chart(
        String id,
        String caption,
        Scale scale,
        List<Line> lines,
        List<Row> rows,
        List<Label> labels,
        List<Mark> marks) {

    /**
     * Something that happened, so many percent from the left.
     *
     * @param moment for machines
     * @param brief beside its line
     */
    public record Mark(String moment, String x, String brief, String text) {}

    /**
     * One of its lines.
     *
     * @param colour the state whose colour it has
     * @param key of the legend
     * @param latest its last value, for the eye
     * @param look {@code area}, {@code line} or {@code bars}
     * @param isThin whether it is dashed, and behind the others
     * @param isBelow whether it grows downwards from zero
     * @param path as the drawing has it
     */
    public record Line(
            String colour,
            String key,
            String label,
            String latest,
            String look,
            boolean isThin,
            boolean isBelow,
            String path,
            String ground) {

        static Line area(String colour, String label, String latest, String path, String ground) {
            return new Line(colour, "", label, latest, "area", false, false, path, ground);
        }

        static Line line(String colour, String label, String latest, String path) {
            return new Line(colour, "line", label, latest, "line", false, false, path, "");
        }

        static Line thin(String label, String latest, String path) {
            return new Line("queued", "dash", label, latest, "line", true, false, path, "");
        }

        static Line bars(String colour, String label, String latest, String path) {
            return new Line(colour, "below", label, latest, "bars", false, true, path, "");
        }
    }

    /**
     * A step.
     *
     * @param moment its beginning, for machines
     * @param values one of each line, for machines; empty: there is none
     */
    public record Row(String moment, String time, List<String> values) {}

    /** A word at the lower edge, so many percent from the left. */
    public record Label(String x, String text) {}

    /** As the script knows it. */
    public String kind() {
        return isLow() ? "log" : "linear";
    }

    /** Whether it is one of the small ones, of seconds. */
    public boolean isLow() {
        return scale.isLog();
    }
}
