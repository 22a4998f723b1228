package io.github.rowmill.text;

/**
 * Text for a log line. Names come from rows that anyone may have inserted, messages from wherever: nothing of them ends
 * the line or reaches a terminal as an escape sequence.
 */
public final class Printable {

    private Printable() {}

    /** Turn the direction of what follows, so that a line reads otherwise than it is. */
    private static final String BIDIRECTIONAL =
            "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

    /** The text with U+FFFD for control characters, those of direction too, line separators and half surrogate pairs. */
    public static String of(String text) {
        return Replaced.of(text, Printable::isUnfit);
    }

    private static boolean isUnfit(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> BIDIRECTIONAL.indexOf(c) >= 0;
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
