package io.github.rowmill.text;

/**
 * Text for a log line. Names come from rows that anyone may have inserted, messages from wherever: nothing of them ends
 * the line or reaches a terminal as an escape sequence.
 */
public final class Printable {

    private Printable() {}

    /** The text with U+FFFD for control characters, line separators and half surrogate pairs. */
    public static String of(String text) {
        return Replaced.of(text, Printable::isUnfit);
    }

    private static boolean isUnfit(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /**
     * A copy that prints as the exception does, with messages that are fit and not too long, and an end to its causes.
     * An exception that throws when it is read is named by its class.
     */
    public static Throwable of(Throwable thrown) {
        return new PrintableCauses().copy(thrown);
    }
}
