package io.github.rowmill.operate.access;

import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.Permission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was granted at once: permissions, and where they hold. Two of them give nothing together that neither gives alone.
 *
 * @param queues the only ones that the permissions hold for; null: all
 * @param types the only ones that the permissions hold for; null: all
 */
public record Granted(
        Set<Permission> permissions,
        @Nullable Set<String> queues,
        @Nullable Set<String> types) {

    /** Everything everywhere. */
    static final Granted ALL = new Granted(EnumSet.allOf(Permission.class), null, null);

    static Granted of(AccessConfig.Grant grant) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        grant.permissions().forEach(permission -> permissions.addAll(permission.all()));
        return new Granted(
                permissions, grant.queues().orElse(null), grant.types().orElse(null));
    }

    /** Whether it permits this for this queue and this type; of all of them, where one is null. */
    boolean permits(Permission permission, @Nullable String queue, @Nullable String type) {
        return permissions.contains(permission) && holds(queues, queue) && holds(types, type);
    }

    /** Whether it permits anything for this type, in some queue. */
    public boolean isFor(String type) {
        return holds(types, type);
    }

    private static boolean holds(@Nullable Set<String> only, @Nullable String name) {
        return only == null || (name != null && only.contains(name));
    }
}
