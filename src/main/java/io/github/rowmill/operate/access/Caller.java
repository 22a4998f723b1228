package io.github.rowmill.operate.access;

import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.Permission;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The user or the program that makes a request.
 *
 * @param name the name in the log and the audit
 * @param isKnown whether the caller is authenticated
 * @param grants the permissions of the caller; each grant holds by itself
 * @param address the address that the request comes from, or null if it does not come from a network
 */
public record Caller(
        String name,
        boolean isKnown,
        List<Grant> grants,
        @Nullable String address) {

    /** A caller who is not authenticated and has no permissions. */
    public static final Caller NOBODY = new Caller("anonymous", false, List.of(), null);

    /** Returns an authenticated caller with these grants and no address. */
    static Caller of(String name, Collection<? extends AccessConfig.Grant> grants) {
        return new Caller(name, true, grants.stream().map(Grant::of).toList(), null);
    }

    /** Returns this caller with all permissions. */
    public Caller withAll() {
        return new Caller(name, isKnown, List.of(Grant.ALL), address);
    }

    /** Returns this caller with another address. */
    public Caller at(@Nullable String where) {
        return new Caller(name, isKnown, grants, where);
    }

    /**
     * Returns the account that limits are counted for: the caller's name. For a caller who is not authenticated,
     * the network of the address is part of it.
     */
    public String account() {
        return isKnown ? name : name + " at " + Network.of(String.valueOf(address));
    }

    /** Returns whether the caller has the permission for any queue and type. */
    public boolean may(Permission permission) {
        return grants.stream().anyMatch(grant -> grant.permissions().contains(permission));
    }

    /**
     * Returns whether the caller has the permission for this queue and this type. Null stands for all queues or
     * all types.
     */
    public boolean may(Permission permission, @Nullable String queue, @Nullable String type) {
        return grants.stream().anyMatch(grant -> grant.permits(permission, queue, type));
    }

    /**
     * Returns the queues in which the caller has the permission for tasks of all types.
     *
     * @return null if the permission holds in all queues
     */
    public @Nullable Set<String> queues(Permission permission) {
        if (may(permission, null, null)) {
            return null;
        }
        Set<String> queues = new TreeSet<>();
        grants.stream()
                .filter(grant -> grant.permissions().contains(permission) && grant.types() == null)
                .forEach(grant -> queues.addAll(Objects.requireNonNull(grant.queues())));
        return queues;
    }
}
