package io.github.rowmill.operate.http.json;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Converts the optional fields of a body. A missing field is null. */
public final class OptionalFields {

    private OptionalFields() {}

    /** Returns {@code whole} with a field set to {@code value}. If the value is missing, {@code whole} is unchanged. */
    public static <W, V> W set(W whole, @Nullable V value, BiFunction<W, V, W> setter) {
        return value == null ? whole : setter.apply(whole, value);
    }
}
