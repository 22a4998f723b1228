package io.github.rowmill.engine.store;

import java.sql.JDBCType;
import org.jspecify.annotations.Nullable;

/**
 * What a retry changes of a row.
 *
 * @param details the payload as it is stored; null: it stays
 * @param attempts that the task has from now on; null: those that are left, or one
 * @param version that the row must have; null: any
 */
public record Repair(
        @Nullable String details,
        @Nullable Integer attempts,
        @Nullable Long version) {

    public static final Repair NONE = new Repair(null, null, null);

    static final double AT_ONCE = 0;

    /**
     * The parameters of {@link AdminVerbs#RETRY}.
     *
     * @param spread seconds within which the tasks are due
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
