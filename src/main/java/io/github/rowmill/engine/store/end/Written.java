package io.github.rowmill.engine.store.end;

import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.task.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The verdicts that a statement has written.
 *
 * @param leases the leases of all of them
 * @param watched the leases of tasks that have ended and whose end is waited for
 */
public record Written(Set<Lease> leases, Set<Lease> watched) {

    public static final Written NOTHING = new Written(Set.of(), Set.of());

    record Row(Lease lease, boolean watched) {

        /** Reads a row of id, version and mark. */
        static Row read(ResultSet row) throws SQLException {
            return new Row(Leases.lease(row), row.getBoolean(3));
        }
    }

    static Written of(List<Row> rows) {
        return new Written(
                rows.stream().map(Row::lease).collect(Collectors.toSet()),
                rows.stream().filter(Row::watched).map(Row::lease).collect(Collectors.toSet()));
    }

    /** Returns the verdicts of both statements. */
    public Written and(Written other) {
        return new Written(union(leases, other.leases), union(watched, other.watched));
    }

    private static Set<Lease> union(Collection<Lease> some, Collection<Lease> others) {
        Set<Lease> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    /** Returns the ids of the tasks that have ended and whose end is waited for. */
    public List<Long> watchedIds() {
        return watched.stream().map(Lease::id).sorted().toList();
    }

    /** Returns the result of a statement on one row. */
    FencedWrite ofOne() {
        return leases.isEmpty() ? FencedWrite.REFUSED : FencedWrite.written(!watched.isEmpty());
    }
}
