package io.github.rowmill.operate.cli.terminal;

import io.github.rowmill.text.Printable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/**
 * Where a command writes: the answer to {@code out} and nothing else, what is wrong and hints to {@code err}, both in UTF-8.
 * Tasks hold what anyone may have written, and nothing of it reaches the terminal as an escape sequence.
 */
public record Console(PrintWriter out, PrintWriter err, boolean isColoured) {

    private static final String RESET = "\u001b[0m";

    /** By the words that they colour. */
    private static final Map<String, String> COLOURS = Map.of(
            "dead", "\u001b[31m",
            "failed", "\u001b[31m",
            "DOWN", "\u001b[31m",
            "warning", "\u001b[33m",
            "executing", "\u001b[36m",
            "completed", "\u001b[32m",
            "ok", "\u001b[32m",
            "UP", "\u001b[32m",
            "cancelled", "\u001b[2m");

    /** Those of this process, whatever else writes to {@code System.out} by now; with colours if it is a terminal, and NO_COLOR is not set. */
    public static Console ofThisProcess() {
        return new Console(writer(FileDescriptor.out), writer(FileDescriptor.err), Ansi.AUTO.enabled());
    }

    private static PrintWriter writer(FileDescriptor file) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(file), StandardCharsets.UTF_8), true);
    }

    /** A line of the answer. */
    public void line(String text) {
        out.println(Printable.of(text));
    }

    /** JSON of the answer as it came; control characters, which can only be within strings, are escaped as JSON has it. */
    public void json(String json) {
        StringBuilder safe = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (Character.isISOControl(c) && c != '\n') {
                safe.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        out.println(safe);
    }

    /** A line of a table, whose words are coloured; all have been made printable. */
    void row(Iterable<String> cells) {
        StringBuilder row = new StringBuilder();
        cells.forEach(cell -> row.append(isColoured ? coloured(cell) : cell));
        out.println(isColoured ? row : row.toString().stripTrailing());
    }

    /** A line that begins with how something is. */
    public void judged(String word, String text) {
        row(List.of("%-9s".formatted(word), Printable.of(text)));
    }

    private static String coloured(String cell) {
        String colour = COLOURS.get(cell.strip());
        return colour == null ? cell : colour + cell + RESET;
    }

    /** What is wrong. */
    public void complain(String text) {
        text.lines().forEach(line -> err.println("rowmill: " + Printable.of(line)));
    }

    /** How far long work has come; only told to a terminal. */
    public void progress(String text) {
        if (isColoured) {
            hint(text);
        }
    }

    /** Something that helps a person, and is no part of the answer. */
    public void hint(String text) {
        err.println(Printable.of(text));
    }
}
