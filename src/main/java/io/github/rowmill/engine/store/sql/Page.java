package io.github.rowmill.engine.store.sql;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of a list: at most some rows and some bytes of it. */
public record Page<T>(List<T> rows, boolean hasMore) {

    /** Bytes after which a page ends; its last row may exceed them. */
    public static final int MAX_BYTES = 4 * 1_048_576;

    /** The bytes of the large texts of a row. */
    public static long bytes(@Nullable String... texts) {
        return bytes(Stream.of(texts).filter(Objects::nonNull).toList());
    }

    /** The same of names. */
    public static long bytes(Collection<String> texts) {
        return texts.stream().mapToLong(String::length).sum();
    }

    /** The same with other values for its rows. */
    public <R> Page<R> map(Function<? super T, ? extends R> value) {
        return new Page<>(rows.stream().<R>map(value).toList(), hasMore);
    }

    /** The key behind which the next page begins; null: this is the last page. */
    public <K> @Nullable K next(Function<? super T, ? extends K> key) {
        return hasMore ? key.apply(rows.get(rows.size() - 1)) : null;
    }
}
