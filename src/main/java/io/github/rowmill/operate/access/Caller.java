package io.github.rowmill.operate.access;

import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.Permission;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param name what the log and the audit call them
 * @param isKnown whether they have shown who they are
 * @param queues the only ones that the permissions hold for; null: all
 * @param address where the request comes from; null: from no network
 */
public record Caller(
        String name,
        boolean isKnown,
        Set<Permission> permissions,
        @Nullable Set<String> queues,
        @Nullable String address) {

    /** Somebody who has not shown who they are, and may do nothing. */
    public static final Caller NOBODY = new Caller("anonymous", false, Set.of(), null, null);

    /** One who may do what was granted, once or several times; limited to queues only where each of the grants is. */
    static Caller of(String name, Collection<? extends AccessConfig.Grant> grants) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        Set<String> queues = new HashSet<>();
        boolean isLimited = !grants.isEmpty();
        for (AccessConfig.Grant grant : grants) {
            grant.permissions().forEach(permission -> permissions.addAll(permission.all()));
            Optional<Set<String>> only = grant.queues();
            isLimited &= only.isPresent();
            only.ifPresent(queues::addAll);
        }
        return new Caller(name, true, permissions, isLimited ? queues : null, null);
    }

    /** The same, who may do everything. */
    public Caller withAll() {
        return new Caller(name, isKnown, EnumSet.allOf(Permission.class), null, address);
    }

    /** The same, whose request comes from there. */
    public Caller at(@Nullable String where) {
        return new Caller(name, isKnown, permissions, queues, where);
    }

    /** Whom limits are counted for: one who is known, or the network that a request of somebody comes from. */
    public String account() {
        return isKnown ? name : name + " at " + Network.of(String.valueOf(address));
    }

    boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    boolean sees(String queue) {
        Set<String> only = queues;
        return only == null || only.contains(queue);
    }
}
