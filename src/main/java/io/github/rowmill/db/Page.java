package io.github.rowmill.db;

import io.github.rowmill.text.Utf8;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of a list, with a limit of rows and of bytes. */
public record Page<T>(List<T> rows, boolean hasMore) {

    /** Bytes after which a page ends; its last row may exceed them. */
    public static final int MAX_BYTES = 4 * 1_048_576;

    /** Returns the number of bytes of the large texts of a row. */
    public static long bytes(@Nullable String... texts) {
        return bytes(Stream.of(texts).filter(Objects::nonNull).toList());
    }

    /** Returns the number of bytes of some names. */
    public static long bytes(Collection<String> texts) {
        return texts.stream().mapToLong(Utf8::length).sum();
    }

    /** Returns a page with another value for each row. */
    public <R> Page<R> map(Function<? super T, ? extends R> value) {
        return new Page<>(rows.stream().<R>map(value).toList(), hasMore);
    }

    /** Returns the key after which the next page begins, or null if this is the last page. */
    public <K> @Nullable K next(Function<? super T, ? extends K> key) {
        return hasMore ? key.apply(rows.get(rows.size() - 1)) : null;
    }
}
