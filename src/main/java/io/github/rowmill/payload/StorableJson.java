package io.github.rowmill.payload;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.Violation;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.text.Storable;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Checks that PostgreSQL can store JSON and that it can be read back. Its texts must be storable. Its numbers must
 * not be too long when written out in full, as {@code jsonb} does.
 */
public final class StorableJson {

    /** Maximum number of reported faults. A small payload can have thousands, and each repeats the path. */
    static final int MAX_FAULTS = 100;

    /** Maximum number of reported characters of a path. */
    private static final int MAX_PATH = 500;

    /** Jackson's limit, {@code StreamReadConstraints.DEFAULT_MAX_NUM_LEN}. */
    private static final int MAX_DIGITS = 1000;

    /**
     * Jackson's limit, {@code StreamReadConstraints.DEFAULT_MAX_NAME_LEN}. A longer name could be stored, but
     * never read.
     */
    private static final int MAX_NAME = 50_000;

    /** Digits of an exponent that may make a number too long. */
    private static final int EXPONENT = 3;

    private StorableJson() {}

    /**
     * Returns whether JSON may contain such texts or numbers. False is certain; true may be a false alarm, as for
     * an escaped backslash before {@code u0000}.
     */
    static boolean mayBeUnstorable(String json) {
        return json.length() > MAX_NAME
                || Storable.isUnstorable(json)
                || json.contains(PayloadCipher.FIELD)
                || json.contains("\\u0000")
                || json.contains("\\ud")
                || json.contains("\\uD")
                || mayHaveLongNumber(json);
    }

    /** Returns whether JSON has a thousand digits in a row, or three after an {@code e} that follows a digit. */
    private static boolean mayHaveLongNumber(String json) {
        int digits = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (isDigit(c) || c == '.') {
                digits++;
                if (digits == MAX_DIGITS) {
                    return true;
                }
            } else {
                if (digits > 0 && (c == 'e' || c == 'E') && isLongExponent(json, i + 1)) {
                    return true;
                }
                digits = 0;
            }
        }
        return false;
    }

    private static boolean isLongExponent(String json, int from) {
        int first = from < json.length() && (json.charAt(from) == '+' || json.charAt(from) == '-') ? from + 1 : from;
        if (first + EXPONENT > json.length()) {
            return false;
        }
        for (int i = first; i < first + EXPONENT; i++) {
            if (!isDigit(json.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Returns the names and values of a tree that cannot be stored, with their paths: at most the first hundred.
     */
    public static List<Violation> unstorable(String path, JsonNode node) {
        List<Violation> violations = new ArrayList<>();
        Deque<String> steps = new ArrayDeque<>();
        steps.addLast(path);
        if (node.has(PayloadCipher.FIELD)) {
            add(
                    steps,
                    "must not have the name '%s', which is reserved for encrypted payloads"
                            .formatted(PayloadCipher.FIELD),
                    violations);
        }
        collect(steps, node, violations);
        return violations;
    }

    private static void collect(Deque<String> path, JsonNode node, List<Violation> violations) {
        if (node.isTextual() && Storable.isUnstorable(node.textValue())) {
            add(path, Storable.UNSTORABLE, violations);
        }
        if (node.isNumber() && isLong(node.decimalValue())) {
            add(path, "must have at most %s digits when written out in full".formatted(MAX_DIGITS), violations);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collectBelow(path, "[" + i + "]", node.get(i), violations);
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (Storable.isUnstorable(field.getKey())) {
                add(path, "has a field name that " + Storable.UNSTORABLE, violations);
            }
            collectBelow(path, "." + field.getKey(), field.getValue(), violations);
        }
    }

    private static void collectBelow(Deque<String> path, String step, JsonNode node, List<Violation> violations) {
        path.addLast(step);
        collect(path, node, violations);
        path.removeLast();
    }

    private static void add(Deque<String> path, String message, List<Violation> violations) {
        if (violations.size() < MAX_FAULTS) {
            violations.add(new Violation(cut(String.join("", path)), message));
        }
    }

    /** Returns the reported part of a path. */
    static String cut(String path) {
        return path.length() <= MAX_PATH ? path : path.substring(0, MAX_PATH) + "...";
    }

    /**
     * Returns whether a number has too many digits, without its sign. 1e999 has 1000 digits; 1e-998 is a zero, a
     * point and 998 digits.
     */
    private static boolean isLong(BigDecimal number) {
        long before = Math.max(1, (long) number.precision() - number.scale());
        long after = number.scale() > 0 ? number.scale() + 1L : 0;
        return before + after > MAX_DIGITS;
    }
}
