package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;
import jakarta.ws.rs.NotFoundException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The pages of the navigation, in their order. */
public enum NavigationPage {
    OVERVIEW("Overview", "", Permission.VIEW, false),
    TASKS("Tasks", "tasks", Permission.VIEW, false),
    FAILURES("Failures", "failures", Permission.VIEW, false),
    QUEUES("Queues", "queues", Permission.VIEW, false),
    FLOWS("Flows", "flows", Permission.VIEW, true),
    RECURRING("Recurring", "recurring", Permission.VIEW, true),
    TOPICS("Topics", "topics", Permission.VIEW, true),
    NODES("Nodes", "nodes", Permission.VIEW, true),
    AUDIT("Audit", "audit", Permission.ADMIN, true);

    private final String label;
    private final String path;
    private final Permission needed;
    private final boolean isOfAllQueues;

    NavigationPage(String label, String path, Permission needed, boolean isOfAllQueues) {
        this.label = label;
        this.path = path;
        this.needed = needed;
        this.isOfAllQueues = isOfAllQueues;
    }

    public String label() {
        return label;
    }

    /** Returns the name of the page in the address of its stream. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the path below {@code /rowmill/}. */
    public String path() {
        return path;
    }

    /**
     * Parses the number that names a part of a page.
     *
     * @throws NotFoundException if the text is null or no such number
     */
    public static long id(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,18}")) {
            throw new NotFoundException();
        }
        return Long.parseLong(text);
    }

    boolean isFor(Viewer viewer) {
        return isOfAllQueues ? viewer.mayEverywhere(needed) : viewer.may(needed);
    }
}
