package io.github.rowmill.operate.search;

/** A query makes no sense at a place; {@link Query#of} makes a value of it. */
final class MisreadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int at;

    /** @param at index of the character */
    MisreadException(int at, String message) {
        super(message, null, false, false);
        this.at = at;
    }

    int at() {
        return at;
    }
}
