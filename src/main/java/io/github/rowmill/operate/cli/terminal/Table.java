package io.github.rowmill.operate.cli.terminal;

import io.github.rowmill.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table whose columns are as wide as their widest cell. */
public final class Table {

    private static final int GAP = 2;

    /** Most characters of a cell. */
    private static final int MAX = 100;

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** Adds a row with one cell for each head. */
    public void row(String... cells) {
        rows.add(Arrays.stream(cells).map(Table::cell).toList());
    }

    /** Returns the first line of a text, cut to the most characters of a cell. */
    private static String cell(String text) {
        String line = Printable.of(text.lines().findFirst().orElse(""));
        return line.codePointCount(0, line.length()) <= MAX
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX - 1)) + "…";
    }

    public void print(Console console) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        rows.forEach(row -> console.row(padded(row, widths)));
    }

    private static List<String> padded(List<String> row, int... widths) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            boolean isLast = i == widths.length - 1;
            cells.add(row.get(i) + " ".repeat(isLast ? 0 : widths[i] - length(row.get(i)) + GAP));
        }
        return cells;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
