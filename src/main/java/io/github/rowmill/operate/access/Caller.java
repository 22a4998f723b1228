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
 * Who asks.
 *
 * @param name what the log and the audit call them
 * @param isKnown whether they have shown who they are
 * @param grants what was granted to them; each holds by itself
 * @param address where the request comes from; null: from no network
 */
public record Caller(
        String name,
        boolean isKnown,
        List<Granted> grants,
        @Nullable String address) {

    /** Somebody who has not shown who they are, and may do nothing. */
    public static final Caller NOBODY = new Caller("anonymous", false, List.of(), null);

    /** One who may do what one of these grants permits. */
    static Caller of(String name, Collection<? extends AccessConfig.Grant> grants) {
        return new Caller(name, true, grants.stream().map(Granted::of).toList(), null);
    }

    /** The same, who may do everything. */
    public Caller withAll() {
        return new Caller(name, isKnown, List.of(Granted.ALL), address);
    }

    /** The same, whose request comes from there. */
    public Caller at(@Nullable String where) {
        return new Caller(name, isKnown, grants, where);
    }

    /** Whom limits are counted for: one who is known, or the network that a request of somebody comes from. */
    public String account() {
        return isKnown ? name : name + " at " + Network.of(String.valueOf(address));
    }

    /** Whether they may, wherever it be. */
    public boolean may(Permission permission) {
        return grants.stream().anyMatch(grant -> grant.permissions().contains(permission));
    }

    /** Whether they may for this queue and this type; for all of them, where one is null. */
    public boolean may(Permission permission, @Nullable String queue, @Nullable String type) {
        return grants.stream().anyMatch(grant -> grant.permits(permission, queue, type));
    }

    /** The only queues in which they may for tasks of all types; null: in all. */
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
