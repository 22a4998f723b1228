package io.github.rowmill.text;

import org.jspecify.annotations.Nullable;

/**
 * Text that PostgreSQL can store: without U+0000, which neither {@code text} nor {@code jsonb} takes, and without surrogates
 * that lack their other half, which are no characters.
 */
public final class Storable {

    /** The message for text that is not. */
    public static final String UNSTORABLE = "must not hold U+0000 or half a surrogate pair: PostgreSQL cannot store it";

    private Storable() {}

    /** What is wrong with a text that must have characters, at most {@code max}; null: nothing. */
    public static @Nullable String refusal(String text, int max) {
        if (text.isBlank() || text.length() > max) {
            return "must have 1 to %s characters, not all blank, has %s".formatted(max, text.length());
        }
        return isUnstorable(text) ? UNSTORABLE : null;
    }

    /** What is wrong with a name that stands in the path of a URL; null: nothing. */
    public static @Nullable String nameRefusal(String name, int max) {
        return name.equals(".") || name.equals("..")
                ? "must not be '%s': the path of a URL cannot hold it".formatted(name)
                : refusal(name, max);
    }

    /** Whether a string holds U+0000 or a lone surrogate. */
    public static boolean isUnstorable(String text) {
        return text.codePoints().anyMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
    }
}
