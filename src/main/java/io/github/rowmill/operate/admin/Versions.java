package io.github.rowmill.operate.admin;

import io.github.rowmill.api.StaleVersionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a task that a caller has seen and wants to act on.
 *
 * @param seen null: whatever version it has
 */
public record Versions(@Nullable Set<Long> seen) {

    public static final Versions ANY = new Versions(null);

    /** This one alone. */
    public static Versions of(long version) {
        return new Versions(Set.of(version));
    }

    /** @throws StaleVersionException the task has a version that the caller has not seen */
    void require(long id, long version) {
        if (seen != null && !seen.contains(version)) {
            throw new StaleVersionException(id);
        }
    }
}
