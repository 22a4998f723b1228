package io.github.rowmill.operate.access;

/** A caller may not do what it asked for. */
public final class DeniedException extends RuntimeException {

    private final boolean known;

    public DeniedException(String message, boolean known) {
        super(message);
        this.known = known;
    }

    /** Whether the caller has shown who it is: if not, it may do so and ask again. */
    public boolean isKnown() {
        return known;
    }
}
