package io.github.rowmill.text;

/**
 * Text that PostgreSQL can store: without U+0000, which neither {@code text} nor {@code jsonb} takes, and without surrogates
 * that lack their other half, which are no characters.
 */
public final class Storable {

    /** The message for text that is not. */
    public static final String UNSTORABLE = "must not hold U+0000 or half a surrogate pair: PostgreSQL cannot store it";

    private Storable() {}

    /** Whether a string holds U+0000 or a lone surrogate. */
    public static boolean isUnstorable(String text) {
        return text.codePoints().anyMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
    }
}
