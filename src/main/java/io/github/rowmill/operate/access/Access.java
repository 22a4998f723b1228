package io.github.rowmill.operate.access;

import io.github.rowmill.config.Permission;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the permissions of the caller of this request. All operations of {@code operate.admin} call it, whether
 * the request comes over REST or from the page.
 */
@Singleton
public class Access {

    private final CurrentCaller current;

    Access(CurrentCaller current) {
        this.current = current;
    }

    /** @throws DeniedException if the caller lacks the permission, or does not have it in all queues */
    public void requireEverywhere(Permission permission) {
        requireSomewhere(permission);
        if (!may(permission, null, null)) {
            throw denied("this request concerns all queues, and the caller '%s' may use only %s; name one of them"
                    .formatted(caller().name(), parts(permission)));
        }
    }

    /** @throws DeniedException if the caller lacks the permission for tasks of all types in this queue */
    public void require(Permission permission, String queue) {
        requireOf(permission, queue, null);
    }

    /**
     * Requires a permission in one queue, or in all queues if {@code queue} is null.
     *
     * @throws DeniedException if the caller lacks the permission
     */
    public void requireOf(Permission permission, @Nullable String queue) {
        if (queue == null) {
            requireEverywhere(permission);
        } else {
            require(permission, queue);
        }
    }

    /**
     * Requires a permission for one type in one queue, or for all types if {@code type} is null.
     *
     * @throws DeniedException if the caller lacks the permission at all, in this queue, or for this type
     */
    public void requireOf(Permission permission, String queue, @Nullable String type) {
        requireSomewhere(permission);
        if (may(permission, queue, type)) {
            return;
        }
        if (caller().queues(Permission.VIEW) == null || may(Permission.VIEW, queue, type)) {
            throw lacks(permission, " in the queue '%s'".formatted(queue));
        }
        boolean hasSome = caller().grants().stream()
                .anyMatch(grant -> grant.queues() == null || grant.queues().contains(queue));
        // The queue may come from a row that the caller may not see, so the message does not name it.
        throw denied(
                hasSome
                        ? "the caller '%s' may use only some types in this queue".formatted(caller().name())
                        : "the caller '%s' may not use this queue".formatted(caller().name()));
    }

    /**
     * Returns the queues in which the caller has the permission for tasks of all types.
     *
     * @return null if the permission holds in all queues
     */
    public @Nullable Set<String> queues(Permission permission) {
        return caller().queues(permission);
    }

    /** Returns the grants that give the caller a permission, for whatever queues and types. */
    public List<Grant> grants(Permission permission) {
        return caller().grants().stream()
                .filter(grant -> grant.permissions().contains(permission))
                .toList();
    }

    /** Returns whether the caller has the permission for any queue and type. */
    public boolean may(Permission permission) {
        return caller().may(permission);
    }

    /**
     * Returns whether the caller has the permission for this queue and this type. Null stands for all queues or
     * all types.
     */
    public boolean may(Permission permission, @Nullable String queue, @Nullable String type) {
        return caller().may(permission, queue, type);
    }

    /** @throws DeniedException if the caller has no permission at all */
    public void requireAnything() {
        if (caller().grants().isEmpty()) {
            requireSomewhere(Permission.VIEW);
        }
    }

    /** @throws DeniedException if the caller has the permission in no queue */
    public void requireSomewhere(Permission permission) {
        if (!may(permission)) {
            throw lacks(permission, "");
        }
    }

    /** Returns the name under which limits of the caller are counted. Unknown callers are counted by network. */
    public String account() {
        return caller().account();
    }

    /** Returns the name of the caller. */
    public String name() {
        return caller().name();
    }

    private DeniedException lacks(Permission permission, String where) {
        String needed = permission.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return denied(
                caller().isKnown()
                        ? "the caller '%s' lacks the permission %s%s".formatted(caller().name(), needed, where)
                        : "the request has no login or token; it needs the permission " + needed);
    }

    /** Describes where a permission holds: the names of the queues, or {@code some types}. */
    private String parts(Permission permission) {
        Set<String> queues = queues(permission);
        return queues == null || queues.isEmpty() ? "some types" : String.valueOf(queues);
    }

    private DeniedException denied(String message) {
        return new DeniedException(message, caller().isKnown());
    }

    private Caller caller() {
        return current.get();
    }
}
