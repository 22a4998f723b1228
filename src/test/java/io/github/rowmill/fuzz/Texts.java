package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes text of every kind from inputs that can be read and written by hand. */
final class Texts {

    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
    private static final int HEX = 16;

    private Texts() {}

    /**
     * Returns an input as UTF-8. A backslash, {@code u} and four digits become a {@code char}, even if it is no
     * character or half of one.
     */
    static String of(byte[] input) {
        return ESCAPE.matcher(new String(input, StandardCharsets.UTF_8))
                .replaceAll(escape ->
                        Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(escape.group(1), HEX))));
    }

    /** Checks that PostgreSQL accepts the text, as {@code text} and within {@code jsonb}. */
    static void assertStorable(String text) {
        assertThat(text.indexOf(0)).as("U+0000 in %s", text).isNegative();
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .as("half a surrogate pair")
                .isEqualTo(text);
    }
}
