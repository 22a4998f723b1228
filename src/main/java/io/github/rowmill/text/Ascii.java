package io.github.rowmill.text;

import java.util.regex.Pattern;

/** Converts text so that any encoding can represent it. */
public final class Ascii {

    private static final Pattern OTHER = Pattern.compile("[^\\n\\t -~]");

    private Ascii() {}

    /** Returns the text with a question mark for every character that is not ASCII. */
    public static String of(String text) {
        return OTHER.matcher(text).replaceAll("?");
    }
}
