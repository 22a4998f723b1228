package io.github.rowmill.operate.search;

import org.jspecify.annotations.Nullable;

/**
 * What a field is compared with.
 *
 * @param at index of its first character in the query
 * @param quoted whether it was between quotes, and so is text whatever it looks like
 * @param json the same as JSON; null: it is text
 */
record Value(int at, String text, boolean quoted, @Nullable Json json) {

    MisreadException misread(String message) {
        return new MisreadException(at, message);
    }
}
