package io.github.rowmill.text;

/**
 * Makes text safe for a log line. Any user may have inserted the names in rows, and messages come from any source.
 * After conversion, no part of them ends the line or reaches a terminal as an escape sequence.
 */
public final class Printable {

    private Printable() {}

    /** Characters that change the direction of the following text, so that a line reads differently. */
    private static final String BIDIRECTIONAL =
            "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

    /**
     * Returns the text with U+FFFD for control characters, characters that change the direction, line separators
     * and half surrogate pairs.
     */
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
     * Returns a copy that prints like the exception, with safe and short messages and a limited number of causes.
     * If the exception throws when it is read, the copy has the name of its class.
     */
    public static Throwable of(Throwable thrown) {
        return new PrintableCauses().copy(thrown);
    }
}
