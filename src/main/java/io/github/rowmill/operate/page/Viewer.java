package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.access.Caller;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who looks at a page, and what the page shows them for it. It only shows: the services ask again.
 *
 * @param canSignOut whether there is a session to end
 */
public record Viewer(Caller caller, boolean canSignOut) {

    /** Whether they are known by name. */
    public boolean isKnown() {
        return caller.isKnown();
    }

    public String name() {
        return caller.name();
    }

    public boolean may(Permission permission) {
        return caller.permissions().contains(permission);
    }

    /** Whether they may act somewhere. */
    public boolean acts() {
        return may(Permission.OPERATE);
    }

    /** Whether they are shown what tasks carry. */
    public boolean seesPayloads() {
        return may(Permission.VIEW_PAYLOAD);
    }

    /** Whether they may act on tasks of this queue. */
    public boolean operates(String queue) {
        return may(Permission.OPERATE) && sees(queue);
    }

    /** Whether they may set rules of this queue. */
    public boolean rules(String queue) {
        return may(Permission.ADMIN) && sees(queue);
    }

    /** Whether they may see tasks of this queue. */
    public boolean sees(String queue) {
        return caller.queues() == null || caller.queues().contains(queue);
    }

    /** Whether what they may do holds in some queues only. */
    public boolean isLimited() {
        return caller.queues() != null;
    }

    /** The queues that they see, if those are not all. */
    public String only() {
        return caller.queues() == null ? "" : String.join(", ", new TreeSet<>(caller.queues()));
    }

    /** Example: {@code May view, operate; not view-payload, admin.} */
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
