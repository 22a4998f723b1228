package io.github.rowmill.payload;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Text that PostgreSQL cannot store: U+0000, which neither {@code text} nor {@code jsonb} takes, and surrogates without
 * their other half, which are no characters.
 */
public final class Text {

    /** The message for such text. */
    public static final String UNSTORABLE = "must not hold U+0000 or half a surrogate pair: PostgreSQL cannot store it";

    private Text() {}

    /** Whether a string holds U+0000 or a lone surrogate. */
    public static boolean isUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isLowSurrogate(c)) {
                return true;
            }
            if (Character.isHighSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Whether JSON may hold such text, escaped or not; false is certain, true may be an escaped backslash before {@code u0000}. */
    static boolean mayBeUnstorable(String json) {
        return isUnstorable(json) || json.contains("\\u0000") || json.contains("\\ud") || json.contains("\\uD");
    }

    /** Every name and value of a tree that cannot be stored, by its path. */
    static List<Violation> unstorable(String path, JsonNode node) {
        List<Violation> violations = new ArrayList<>();
        collect(path, node, violations);
        return violations;
    }

    private static void collect(String path, JsonNode node, List<Violation> violations) {
        if (node.isTextual() && isUnstorable(node.textValue())) {
            violations.add(new Violation(path, UNSTORABLE));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collect(path + "[" + i + "]", node.get(i), violations);
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (isUnstorable(field.getKey())) {
                violations.add(new Violation(path, "has a field name that " + UNSTORABLE));
            }
            collect(path + "." + field.getKey(), field.getValue(), violations);
        }
    }
}
