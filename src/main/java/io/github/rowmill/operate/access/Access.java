package io.github.rowmill.operate.access;

import io.github.rowmill.config.Permission;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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
        Set<String> only = caller().queues();
        if (only != null) {
            throw denied("this is about all queues, and the caller '%s' has only %s; name one of them"
                    .formatted(caller().name(), new TreeSet<>(only)));
        }
    }

    /** @throws DeniedException the caller may not, or not in this queue */
    public void require(Permission permission, String queue) {
        requireSomewhere(permission);
        if (!caller().sees(queue)) {
            throw denied("the caller '%s' has no part in the queue '%s'".formatted(caller().name(), queue));
        }
    }

    /** @throws DeniedException the caller may not; of one queue, or of all if {@code queue} is null */
    public void requireOf(Permission permission, @Nullable String queue) {
        if (queue == null) {
            requireEverywhere(permission);
        } else {
            require(permission, queue);
        }
    }

    /** The only queues that the caller's permissions hold for; null: all. */
    public @Nullable Set<String> queues() {
        return caller().queues();
    }

    /** Whether the caller may, wherever it may at all. */
    public boolean may(Permission permission) {
        return caller().may(permission);
    }

    /** Whether what the caller may do holds in this queue; null: in all of them. */
    public boolean sees(@Nullable String queue) {
        return queue == null ? caller().queues() == null : caller().sees(queue);
    }

    /** @throws DeniedException the caller may do nothing */
    public void requireAnything() {
        if (caller().permissions().isEmpty()) {
            requireSomewhere(Permission.VIEW);
        }
    }

    /** @throws DeniedException the caller may not, in no queue at all */
    public void requireSomewhere(Permission permission) {
        if (!caller().may(permission)) {
            String needed = permission.name().toLowerCase(Locale.ROOT).replace('_', '-');
            throw denied(
                    caller().isKnown()
                            ? "the caller '%s' lacks the permission %s".formatted(caller().name(), needed)
                            : "nobody has signed in; this needs the permission " + needed);
        }
    }

    private DeniedException denied(String message) {
        return new DeniedException(message, caller().isKnown());
    }

    private Caller caller() {
        return current.get();
    }
}
