package io.github.rowmill.config;

import java.util.EnumSet;
import java.util.Set;

/** What a caller of the REST API or the page may do. */
public enum Permission {
    /** See tasks, queues and schedules; not what tasks carry. */
    VIEW,
    /** See payloads, contexts, stack traces and logs too. */
    VIEW_PAYLOAD,
    /** Enqueue, cancel and retry tasks; pause and resume queues and schedules, and run schedules. */
    OPERATE,
    /** Everything: rules of queues, and the deletion of schedules, too. */
    ADMIN;

    /** This one and all that come with it. */
    public Set<Permission> all() {
        return switch (this) {
            case VIEW -> EnumSet.of(VIEW);
            case VIEW_PAYLOAD -> EnumSet.of(VIEW, VIEW_PAYLOAD);
            case OPERATE -> EnumSet.of(VIEW, OPERATE);
            case ADMIN -> EnumSet.allOf(Permission.class);
        };
    }
}
