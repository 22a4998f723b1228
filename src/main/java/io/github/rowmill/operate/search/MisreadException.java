package io.github.rowmill.operate.search;

/** Thrown at the place where a query makes no sense. {@link Query#of} returns it as a value. */
final class MisreadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int at;

    /** @param at index of the character at fault */
    MisreadException(int at, String message) {
        super(message, null, false, false);
        this.at = at;
    }

    int at() {
        return at;
    }
}
