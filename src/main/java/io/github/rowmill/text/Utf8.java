package io.github.rowmill.text;

/** Counts and cuts texts by their bytes in UTF-8, without making these bytes. */
public final class Utf8 {

    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final int FIRST_OF_THREE_BYTES = 0x800;
    private static final int FIRST_OF_FOUR_BYTES = 0x10000;

    private Utf8() {}

    /** Returns the number of bytes of a text. Half a surrogate pair counts as a character of three bytes. */
    public static long length(String text) {
        return text.codePoints().mapToLong(Utf8::length).sum();
    }

    private static int length(int character) {
        if (character < FIRST_OF_TWO_BYTES) {
            return 1;
        }
        if (character < FIRST_OF_THREE_BYTES) {
            return 2;
        }
        return character < FIRST_OF_FOUR_BYTES ? 3 : 4;
    }

    /** Returns the longest beginning of a text that has at most {@code max} bytes and whole characters. */
    public static String cut(String text, long max) {
        long bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            bytes += length(character);
            if (bytes > max) {
                return text.substring(0, end);
            }
            end += Character.charCount(character);
        }
        return text;
    }
}
