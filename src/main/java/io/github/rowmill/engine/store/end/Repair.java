package io.github.rowmill.engine.store.end;

import java.sql.JDBCType;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a retry makes to a row.
 *
 * @param details the new payload as stored; null if it stays
 * @param attempts the number of attempts left from now on; null to keep those that are left, at least one
 * @param version the version that the row must have; null for any
 */
public record Repair(
        @Nullable String details,
        @Nullable Integer attempts,
        @Nullable Long version) {

    public static final Repair NONE = new Repair(null, null, null);

    static final double AT_ONCE = 0;

    /**
     * Returns the parameters of {@link AdminVerbs#RETRY}.
     *
     * @param spread time over which the due times are spread, in seconds
     */
    public Object[] parameters(double spread, long[] ids) {
        return new Object[] {
            details == null ? JDBCType.VARCHAR : details,
            spread,
            attempts == null ? JDBCType.INTEGER : attempts,
            ids,
            version == null ? JDBCType.BIGINT : version
        };
    }
}
