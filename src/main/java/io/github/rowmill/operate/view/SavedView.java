package io.github.rowmill.operate.view;

/** A search with a name. */
public record SavedView(String name, String query) {

    /** Most characters of a name. */
    public static final int MAX_NAME = 60;
}
