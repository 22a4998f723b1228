package io.github.rowmill.operate.access;

import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.Permission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Permissions that are granted together, and where they hold. Two grants together allow nothing that neither
 * allows alone.
 *
 * @param queues the only queues that the permissions hold for, or null for all
 * @param types the only types that the permissions hold for, or null for all
 */
public record Grant(
        Set<Permission> permissions,
        @Nullable Set<String> queues,
        @Nullable Set<String> types) {

    /** All permissions for all queues and types. */
    static final Grant ALL = new Grant(EnumSet.allOf(Permission.class), null, null);

    static Grant of(AccessConfig.Grant grant) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        grant.permissions().forEach(permission -> permissions.addAll(permission.all()));
        return new Grant(permissions, grant.queues().orElse(null), grant.types().orElse(null));
    }

    /**
     * Returns whether the grant gives a permission for this queue and this type. Null stands for all queues or all
     * types.
     */
    boolean permits(Permission permission, @Nullable String queue, @Nullable String type) {
        return permissions.contains(permission) && holds(queues, queue) && holds(types, type);
    }

    /** Returns whether this grant permits anything for this type, in some queue. */
    public boolean isFor(String type) {
        return holds(types, type);
    }

    private static boolean holds(@Nullable Set<String> only, @Nullable String name) {
        return only == null || (name != null && only.contains(name));
    }
}
