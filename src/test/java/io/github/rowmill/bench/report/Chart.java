package io.github.rowmill.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws the chart of the page as SVG. Bars are tasks a second as multiples of Rowmill's. A line over each bar goes
 * from the lowest to the highest round.
 */
final class Chart {

    private static final int WIDTH = 720;
    private static final int LEFT = 120;
    private static final int LONGEST = 500;
    private static final int LINE = 26;
    private static final int BAR = 18;
    private static final int GAP = 16;

    private static final String STYLE = """
            <style>
              svg { font: 13px system-ui, sans-serif; background: #fff; --ink: #1f2328; --rowmill: #0969da; --other: #afb8c1 }
              @media (prefers-color-scheme: dark) {
                svg { background: #0d1117; --ink: #e6edf3; --rowmill: #4493f8; --other: #57606a }
              }
              text { fill: var(--ink) } .title { font-weight: 600 } .name { text-anchor: end }
              .bar { fill: var(--other) } .rowmill { fill: var(--rowmill) } line { stroke: var(--ink) }
            </style>
            """;

    private record Group(String title, String measure) {}

    private static final List<Group> GROUPS = List.of(
            new Group("Run tasks that do nothing", "drain, no-op"),
            new Group("Run tasks that write a row", "drain, transactional, one row written by JDBC"),
            new Group("Enqueue many tasks", "enqueue in bulk"));

    /** A bar with its bounds, as multiples of Rowmill's figure. */
    private record Bar(String name, double length, double min, double max) {}

    private final StringBuilder body = new StringBuilder();
    private int y = GAP;

    private Chart() {}

    static String of(Run run) {
        Chart chart = new Chart();
        for (Group group : GROUPS) {
            chart.add(group.title(), bars(run.rows(group.measure())));
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">
                %s%s</svg>
                """.formatted(WIDTH, chart.y, STYLE, chart.body);
    }

    private static List<Bar> bars(List<Row> rows) {
        List<Bar> bars = new ArrayList<>(List.of(new Bar("Rowmill", 1, 1, 1)));
        for (String column : Table.COLUMNS) {
            Table.find(rows, column)
                    .map(Row::ratio)
                    .ifPresent(
                            ratio -> bars.add(new Bar(column, 1 / ratio.median(), 1 / ratio.max(), 1 / ratio.min())));
        }
        return bars;
    }

    private void add(String title, List<Bar> bars) {
        if (bars.size() == 1) {
            return; // nothing to compare with
        }
        double pixels = LONGEST / bars.stream().mapToDouble(Bar::max).max().orElseThrow();
        add("<text class='title' x='%d' y='%d'>%s</text>", GAP, y + GAP, title);
        y += LINE;
        for (Bar bar : bars) {
            double end = LEFT + bar.length() * pixels;
            add("<text class='name' x='%d' y='%d'>%s</text>", LEFT - 8, y + 14, bar.name());
            add(
                    "<rect class='bar %s' x='%d' y='%d' width='%.1f' height='%d'/>",
                    bar.name().toLowerCase(Locale.ROOT), LEFT, y, end - LEFT, BAR);
            add(
                    "<line x1='%.1f' x2='%.1f' y1='%3$d' y2='%3$d'/>",
                    LEFT + bar.min() * pixels, LEFT + bar.max() * pixels, y + BAR / 2);
            add(
                    "<text x='%.1f' y='%d'>%s</text>",
                    Math.max(end, LEFT + bar.max() * pixels) + 8, y + 14, Figures.text(bar.length()));
            y += LINE;
        }
        y += GAP;
    }

    private void add(String element, Object... values) {
        body.append(String.format(Locale.ROOT, element, values).replace('\'', '"'))
                .append('\n');
    }
}
