package io.github.rowmill.config;

import java.util.EnumSet;
import java.util.Set;

/** Permission of a caller of the REST API or the page. */
public enum Permission {
    /** Allows the caller to see tasks, queues and schedules, but not the values that tasks carry. */
    VIEW,
    /** Allows the caller to see payloads, contexts, stack traces and logs too. */
    VIEW_PAYLOAD,
    /**
     * Allows the caller to enqueue, cancel and retry tasks, pause and resume queues and schedules, and run
     * schedules.
     */
    OPERATE,
    /**
     * Allows the caller to claim tasks as a remote worker, with their payloads, and to settle those that it holds.
     * It includes no other permission.
     */
    WORK,
    /** Allows everything, including rules of queues and the deletion of schedules. */
    ADMIN;

    /** Returns this permission and all that it includes. */
    public Set<Permission> all() {
        return switch (this) {
            case VIEW -> EnumSet.of(VIEW);
            case VIEW_PAYLOAD -> EnumSet.of(VIEW, VIEW_PAYLOAD);
            case OPERATE -> EnumSet.of(VIEW, OPERATE);
            case WORK -> EnumSet.of(WORK);
            case ADMIN -> EnumSet.allOf(Permission.class);
        };
    }
}
