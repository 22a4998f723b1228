package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;

/** The pages that every page links to, in their order. */
public enum Place {
    OVERVIEW("Overview", "", Permission.VIEW),
    TASKS("Tasks", "tasks", Permission.VIEW);

    private final String label;
    private final String path;
    private final Permission needed;

    Place(String label, String path, Permission needed) {
        this.label = label;
        this.path = path;
        this.needed = needed;
    }

    public String label() {
        return label;
    }

    /** Below {@code /rowmill/}. */
    public String path() {
        return path;
    }

    boolean isFor(Viewer viewer) {
        return viewer.may(needed);
    }
}
