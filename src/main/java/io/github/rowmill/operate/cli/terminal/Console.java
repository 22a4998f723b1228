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
 * The output of a command. {@code out} gets only the answer, {@code err} gets errors and hints, both in UTF-8.
 * Tasks may contain any text, so control characters are escaped and no escape sequence reaches the terminal.
 */
public record Console(PrintWriter out, PrintWriter err, boolean isColoured) {

    private static final String RESET = "\u001b[0m";

    /** Colours by the words that get them. */
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

    /**
     * Returns the console of this process. It writes to the process's streams even if {@code System.out} was
     * replaced. It has colours if the output is a terminal and NO_COLOR is not set.
     */
    public static Console ofThisProcess() {
        return new Console(writer(FileDescriptor.out), writer(FileDescriptor.err), Ansi.AUTO.enabled());
    }

    private static PrintWriter writer(FileDescriptor file) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(file), StandardCharsets.UTF_8), true);
    }

    /** Prints a line of the answer. */
    public void line(String text) {
        out.println(Printable.of(text));
    }

    /**
     * Prints the JSON of an answer as it came. Control characters, which can only be in strings, are escaped in
     * the JSON way.
     */
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

    /** Prints a row of a table with coloured words. The cells must be printable already. */
    void row(Iterable<String> cells) {
        StringBuilder row = new StringBuilder();
        cells.forEach(cell -> row.append(isColoured ? coloured(cell) : cell));
        out.println(isColoured ? row : row.toString().stripTrailing());
    }

    /** Prints a line that begins with a result, for example {@code ok}. */
    public void judged(String word, String text) {
        row(List.of("%-9s".formatted(word), Printable.of(text)));
    }

    private static String coloured(String cell) {
        String colour = COLOURS.get(cell.strip());
        return colour == null ? cell : colour + cell + RESET;
    }

    /** Prints an error. */
    public void complain(String text) {
        text.lines().forEach(line -> err.println("rowmill: " + Printable.of(line)));
    }

    /** Prints the progress of long work, but only to a terminal. */
    public void progress(String text) {
        if (isColoured) {
            hint(text);
        }
    }

    /** Prints a hint for the user, which is not part of the answer. */
    public void hint(String text) {
        err.println(Printable.of(text));
    }
}
