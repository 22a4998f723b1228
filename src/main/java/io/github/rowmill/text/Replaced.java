package io.github.rowmill.text;

import java.util.function.IntPredicate;

/** Text in which characters that are unfit for where it goes give way to U+FFFD. */
final class Replaced {

    private static final char REPLACEMENT = '\uFFFD';

    private Replaced() {}

    /** The text without what is {@code unfit}, and without half surrogate pairs. */
    static String of(String text, IntPredicate unfit) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE || unfit.test(c) ? REPLACEMENT : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
