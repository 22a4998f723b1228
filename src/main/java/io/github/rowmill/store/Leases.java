package io.github.rowmill.store;

import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps leases alive, and tells what has become of those that are not. */
@ApplicationScoped
public class Leases {

    private final LoopDatabase database;

    Leases(LoopDatabase database) {
        this.database = database;
    }

    /** Locks what is held of leases, in id order, passing over rows that another transaction holds. */
    static final String HELD = """
            with held as materialized (
                select t.id
                  from rowmill_task t
                  join unnest(:ids, :versions) as mine (id, version)
                    on t.id = mine.id
                   and t.version = mine.version
                 order by t.id
                   for no key update of t skip locked)
            """;

    // The version stays as it is: raised here, a renewal would lock out the very owner that renews.
    private static final String RENEW = HELD + """
            update rowmill_task t
               set expiry = clock_timestamp() + make_interval(secs => :lease)
              from held
             where t.id = held.id
            returning t.id, t.version
            """;

    /** Renews all leases that are still held, in one statement; returns those it renewed. */
    public Set<Lease> renew(Collection<Lease> leases, Duration lease) {
        return leases(database.statement(session -> session.createNativeQuery(RENEW, Object[].class)
                .setParameter("ids", ids(leases))
                .setParameter("versions", versions(leases))
                .setParameter("lease", Inserts.seconds(lease))
                .getResultList()));
    }

    /** What a row says of a lease. Of a verdict whose answer was lost it tells whether it was written. */
    public enum State {
        /** The version is the lease's: it is held, though perhaps past its expiry. */
        HELD,
        /** This lease's own success is on record, or the row is gone, as completed tasks may be. */
        COMPLETED,
        /** This lease's own verdict, other than success, is on record. */
        SETTLED,
        /** An admin cancelled the task. */
        CANCELLED,
        /** Recovered, and perhaps taken over. */
        LOST
    }

    private static final String READ = """
            select t.id, t.version, t.status, t.crashes
              from rowmill_task t
             where t.id = any(:ids)
            """;

    /** Reads, without waiting for any lock, what has become of leases. */
    public Map<Lease, State> read(Collection<Claimed> tasks) {
        Map<Long, Object[]> rows = new HashMap<>();
        Long[] ids = tasks.stream().map(Claimed::id).toArray(Long[]::new);
        database.statement(session -> session.createNativeQuery(READ, Object[].class)
                        .setParameter("ids", ids)
                        .getResultList())
                .forEach(row -> rows.put((Long) row[0], row));
        Map<Lease, State> states = new HashMap<>();
        for (Claimed task : tasks) {
            Object[] row = rows.get(task.id());
            states.put(
                    task.lease(),
                    row == null ? State.COMPLETED : state(task, (Long) row[1], (String) row[2], (Integer) row[3]));
        }
        return states;
    }

    /** The first write after a claim raises the version by one; of all that may end a lease, only recovery raises the crashes. */
    private static State state(Claimed task, long version, String status, int crashes) {
        if (version == task.lease().version()) {
            return State.HELD;
        }
        if (status.equals("cancelled")) {
            return State.CANCELLED;
        }
        if (version != task.lease().version() + 1 || crashes != task.crashes()) {
            return State.LOST;
        }
        return switch (status) {
            case "completed" -> State.COMPLETED;
            case "queued", "dead" -> State.SETTLED;
            default -> State.LOST;
        };
    }

    /** Rows of id and version. */
    static Set<Lease> leases(List<Object[]> rows) {
        Set<Lease> leases = new HashSet<>();
        rows.forEach(row -> leases.add(new Lease((Long) row[0], (Long) row[1])));
        return leases;
    }

    static Long[] ids(Collection<Lease> leases) {
        return leases.stream().map(Lease::id).toArray(Long[]::new);
    }

    static Long[] versions(Collection<Lease> leases) {
        return leases.stream().map(Lease::version).toArray(Long[]::new);
    }
}
