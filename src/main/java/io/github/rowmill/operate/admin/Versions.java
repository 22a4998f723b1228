package io.github.rowmill.operate.admin;

import io.github.rowmill.api.StaleVersionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a task on which a caller wants to act, as the caller has seen them.
 *
 * @param seen the versions, or null for any version
 */
public record Versions(@Nullable Set<Long> seen) {

    public static final Versions ANY = new Versions(null);

    /** Returns this version alone. */
    public static Versions of(long version) {
        return new Versions(Set.of(version));
    }

    /** @throws StaleVersionException if the caller has not seen this version of the task */
    void require(long id, long version) {
        if (seen != null && !seen.contains(version)) {
            throw new StaleVersionException(id);
        }
    }
}
