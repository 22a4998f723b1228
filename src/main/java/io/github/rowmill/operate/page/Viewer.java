package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.access.Caller;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The user who looks at a page. It decides only what the page shows: the services check all permissions again.
 *
 * @param canSignOut whether there is a session to end
 */
public record Viewer(Caller caller, boolean canSignOut) {

    /** Returns whether the viewer is authenticated. */
    public boolean isKnown() {
        return caller.isKnown();
    }

    public String name() {
        return caller.name();
    }

    /** Returns the text by which the header names the viewer. */
    public String label() {
        return isKnown() ? name() : "everyone";
    }

    public boolean may(Permission permission) {
        return caller.may(permission);
    }

    /** Returns whether the viewer may act in any queue. */
    public boolean acts() {
        return may(Permission.OPERATE);
    }

    /** Returns whether the viewer may see payloads in any queue. */
    public boolean seesPayloads() {
        return may(Permission.VIEW_PAYLOAD);
    }

    /** Returns whether the viewer may act on all tasks of this queue. */
    public boolean operates(String queue) {
        return operates(queue, null);
    }

    /**
     * Returns whether the viewer may act on tasks of this type in this queue; of all
     * types, if {@code type} is null.
     */
    public boolean operates(String queue, @Nullable String type) {
        return caller.may(Permission.OPERATE, queue, type);
    }

    /** Returns whether the viewer may set the rules of this queue. */
    public boolean rules(String queue) {
        return caller.may(Permission.ADMIN, queue, null);
    }

    /** Returns whether the viewer may define what enqueues tasks of this type in this queue. */
    public boolean defines(String queue, String type) {
        return caller.may(Permission.ADMIN, queue, type);
    }

    /** Returns whether the viewer may define what enqueues tasks in any queue. */
    public boolean definesSome() {
        return may(Permission.ADMIN);
    }

    /** Returns whether the viewer may see all tasks of this queue. */
    public boolean sees(String queue) {
        return caller.may(Permission.VIEW, queue, null);
    }

    /** Returns whether the viewer may see only some queues. */
    public boolean isLimited() {
        return caller.queues(Permission.VIEW) != null;
    }

    /** Returns whether the viewer has a permission in all queues. */
    boolean mayEverywhere(Permission permission) {
        return caller.may(permission, null, null);
    }

    /** Returns the queues of which the viewer may see all tasks, or empty text if these are all queues. */
    public String only() {
        Set<String> queues = caller.queues(Permission.VIEW);
        return queues == null ? "" : queues.isEmpty() ? "none in full" : String.join(", ", queues);
    }

    /** Returns the viewer's permissions as text. Example: {@code May view, operate; not view-payload, admin.} */
    public String permissions() {
        String may = listed(true);
        String mayNot = listed(false);
        return (may.isEmpty() ? "May do nothing" : "May " + may) + (mayNot.isEmpty() ? "." : "; not " + mayNot + ".");
    }

    private String listed(boolean isGranted) {
        return Arrays.stream(Permission.values())
                .filter(permission -> may(permission) == isGranted)
                .map(permission -> permission.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }
}
