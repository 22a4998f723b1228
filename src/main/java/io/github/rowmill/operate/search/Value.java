package io.github.rowmill.operate.search;

import org.jspecify.annotations.Nullable;

/**
 * The value that a field is compared with.
 *
 * @param at index of its first character in the query
 * @param quoted whether it was between quotes, and so is text even if it looks like a number
 * @param json the value as JSON; null if it is text
 */
record Value(int at, String text, boolean quoted, @Nullable Json json) {

    MisreadException misread(String message) {
        return new MisreadException(at, message);
    }
}
