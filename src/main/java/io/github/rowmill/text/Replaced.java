package io.github.rowmill.text;

import java.util.function.IntPredicate;

/** Replaces characters that are not suitable for the target by U+FFFD. */
final class Replaced {

    private static final char REPLACEMENT = '\uFFFD';

    private Replaced() {}

    /** Returns the text with U+FFFD for characters that are {@code unfit} and for half surrogate pairs. */
    static String of(String text, IntPredicate unfit) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE || unfit.test(c) ? REPLACEMENT : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
