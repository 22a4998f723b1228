package io.github.rowmill.text;

import org.jspecify.annotations.Nullable;

/**
 * Checks that PostgreSQL can store a text. It cannot store U+0000, neither as {@code text} nor as {@code jsonb}.
 * Nor can it store a surrogate without its other half, which is no character.
 */
public final class Storable {

    /** Message for a text that PostgreSQL cannot store. */
    public static final String UNSTORABLE = "must not hold U+0000 or half a surrogate pair: PostgreSQL cannot store it";

    private Storable() {}

    /**
     * Checks a text that must have 1 to {@code max} characters.
     *
     * @return the problem, or null if there is none
     */
    public static @Nullable String refusal(String text, int max) {
        if (text.isBlank() || text.length() > max) {
            return "must have 1 to %s characters, not all blank, has %s".formatted(max, text.length());
        }
        return isUnstorable(text) ? UNSTORABLE : null;
    }

    /**
     * Checks a name that is used in the path of a URL.
     *
     * @return the problem, or null if there is none
     */
    public static @Nullable String nameRefusal(String name, int max) {
        return name.equals(".") || name.equals("..")
                ? "must not be '%s': the path of a URL cannot hold it".formatted(name)
                : refusal(name, max);
    }

    /** Returns whether a text contains U+0000 or a lone surrogate. */
    public static boolean isUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return true;
            }
            if (Character.isSurrogate(c)) {
                boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
                if (!isPair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
