package io.github.rowmill.operate.page;

import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.access.Caller;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
        return caller.may(permission);
    }

    /** Whether they may act somewhere. */
    public boolean acts() {
        return may(Permission.OPERATE);
    }

    /** Whether they are shown what tasks carry. */
    public boolean seesPayloads() {
        return may(Permission.VIEW_PAYLOAD);
    }

    /** Whether they may act on this queue as a whole. */
    public boolean operates(String queue) {
        return operates(queue, null);
    }

    /** Whether they may act on tasks of this type in this queue; of all types, if it is null. */
    public boolean operates(String queue, @Nullable String type) {
        return caller.may(Permission.OPERATE, queue, type);
    }

    /** Whether they may set rules of this queue. */
    public boolean rules(String queue) {
        return caller.may(Permission.ADMIN, queue, null);
    }

    /** Whether they may see all tasks of this queue. */
    public boolean sees(String queue) {
        return caller.may(Permission.VIEW, queue, null);
    }

    /** Whether they see some queues only. */
    public boolean isLimited() {
        return caller.queues(Permission.VIEW) != null;
    }

    /** Whether they may in all queues. */
    boolean mayEverywhere(Permission permission) {
        return caller.may(permission, null, null);
    }

    /** The queues that they see as a whole, if those are not all. */
    public String only() {
        Set<String> queues = caller.queues(Permission.VIEW);
        return queues == null ? "" : queues.isEmpty() ? "none as a whole" : String.join(", ", queues);
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
