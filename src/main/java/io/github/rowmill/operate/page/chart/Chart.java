package io.github.rowmill.operate.page.chart;

import java.util.List;

/**
 * A chart: its table, which the script draws, and a drawing of the table for browsers without the script.
 *
 * @param caption the caption of the table
 * @param scale the scale of its values
 * @param rows the rows of the table, one for each step
 * @param marks events during the time of the chart
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
     * An event on the chart.
     *
     * @param moment its time in ISO format
     * @param x its place, in percent from the left
     * @param brief the text beside its line
     */
    public record Mark(String moment, String x, String brief, String text) {}

    /**
     * A line of the chart.
     *
     * @param colour the state whose colour it has
     * @param key CSS class of its key in the legend
     * @param latest its last value, formatted
     * @param look {@code area}, {@code line} or {@code bars}
     * @param isThin whether it is dashed, and behind the others
     * @param isBelow whether it grows downwards from zero
     * @param path its SVG path
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
     * A step of the chart.
     *
     * @param moment its start in ISO format
     * @param values unformatted values, one for each line; empty if there is none
     */
    public record Row(String moment, String time, List<String> values) {}

    /**
     * A text at the lower edge.
     *
     * @param x its place, in percent from the left
     */
    public record Label(String x, String text) {}

    /** Returns the kind of the scale for the script. */
    public String kind() {
        return isLow() ? "log" : "linear";
    }

    /** Returns whether it is one of the small charts, which show seconds. */
    public boolean isLow() {
        return scale.isLog();
    }
}
