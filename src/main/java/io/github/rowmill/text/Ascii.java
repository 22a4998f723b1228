package io.github.rowmill.text;

import java.util.regex.Pattern;

/** Text that any encoding can hold. */
public final class Ascii {

    private static final Pattern OTHER = Pattern.compile("[^\\n\\t -~]");

    private Ascii() {}

    /** The text with a question mark for every other character than ASCII's. */
    public static String of(String text) {
        return OTHER.matcher(text).replaceAll("?");
    }
}
