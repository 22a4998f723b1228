package io.github.rowmill.operate.access;

import io.github.rowmill.config.Permission;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks what the caller of this request may do. Every verb of {@code operate.admin} asks here, whatever door it is called through. */
@Singleton
public class Access {

    private final CurrentCaller current;

    Access(CurrentCaller current) {
        this.current = current;
    }

    /** @throws DeniedException the caller may not, or not in all queues */
    public void requireEverywhere(Permission permission) {
        requireSomewhere(permission);
        if (!may(permission, null, null)) {
            throw denied("this is about all queues, and the caller '%s' has only %s; name one of them"
                    .formatted(caller().name(), parts(permission)));
        }
    }

    /** @throws DeniedException the caller may not, or not in this queue for tasks of all types */
    public void require(Permission permission, String queue) {
        requireOf(permission, queue, null);
    }

    /** @throws DeniedException the caller may not; in one queue, or in all if {@code queue} is null */
    public void requireOf(Permission permission, @Nullable String queue) {
        if (queue == null) {
            requireEverywhere(permission);
        } else {
            require(permission, queue);
        }
    }

    /** @throws DeniedException the caller may not, or not in this queue, or not for this type; for all types if that is null */
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
        // The queue may be that of a row, and is not told then.
        throw denied(
                hasSome
                        ? "the caller '%s' has only some types in this queue".formatted(caller().name())
                        : "the caller '%s' has no part in this queue".formatted(caller().name()));
    }

    /** The only queues in which the caller may for tasks of all types; null: in all. */
    public @Nullable Set<String> queues(Permission permission) {
        return caller().queues(permission);
    }

    /** What gives the caller a permission, wherever it holds. */
    public List<Granted> grants(Permission permission) {
        return caller().grants().stream()
                .filter(grant -> grant.permissions().contains(permission))
                .toList();
    }

    /** Whether the caller may, wherever it may at all. */
    public boolean may(Permission permission) {
        return caller().may(permission);
    }

    /** Whether the caller may for this queue and this type; for all of them, where one is null. */
    public boolean may(Permission permission, @Nullable String queue, @Nullable String type) {
        return caller().may(permission, queue, type);
    }

    /** @throws DeniedException the caller may do nothing */
    public void requireAnything() {
        if (caller().grants().isEmpty()) {
            requireSomewhere(Permission.VIEW);
        }
    }

    /** @throws DeniedException the caller may not, in no queue at all */
    public void requireSomewhere(Permission permission) {
        if (!may(permission)) {
            throw lacks(permission, "");
        }
    }

    /** The name of the caller. */
    public String name() {
        return caller().name();
    }

    private DeniedException lacks(Permission permission, String where) {
        String needed = permission.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return denied(
                caller().isKnown()
                        ? "the caller '%s' lacks the permission %s%s".formatted(caller().name(), needed, where)
                        : "nobody has signed in; this needs the permission " + needed);
    }

    /** What a permission holds for: queues, and types in all of them or in some. */
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
