package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Violation;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Checks and converts the optional fields of a body. A missing field is null. */
public final class OptionalFields {

    private OptionalFields() {}

    /** Returns {@code whole} with a field set to {@code value}. If the value is missing, {@code whole} is unchanged. */
    public static <W, V> W set(W whole, @Nullable V value, BiFunction<W, V, W> setter) {
        return value == null ? whole : setter.apply(whole, value);
    }

    /** Adds a violation if both of two fields are given. {@code rival} counts as missing if it is false. */
    static void notTogether(
            String field, @Nullable Object value, String other, @Nullable Object rival, List<Violation> violations) {
        if (value != null && rival != null && !Boolean.FALSE.equals(rival)) {
            violations.add(new Violation(field, "cannot be given together with " + other));
        }
    }

    /** Adds a violation if a list holds null. */
    static void noNulls(String field, @Nullable List<@Nullable String> words, List<Violation> violations) {
        if (words != null && words.contains(null)) {
            violations.add(new Violation(field, "must not hold null"));
        }
    }
}
