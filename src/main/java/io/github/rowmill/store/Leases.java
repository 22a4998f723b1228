package io.github.rowmill.store;

import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.StatelessSession;

/** Keeps leases alive, and tells what has become of those that are not. */
@ApplicationScoped
public class Leases {

    private final StatelessSession session;

    Leases(StatelessSession session) {
        this.session = session;
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
    @Transactional
    public Set<Lease> renew(Collection<Lease> leases, Duration lease) {
        return leases(session.createNativeQuery(RENEW, Object[].class)
                .setParameter("ids", ids(leases))
                .setParameter("versions", versions(leases))
                .setParameter("lease", Inserts.seconds(lease))
                .getResultList());
    }

    /** What a row says of a lease. */
    public enum State {
        /** The version is the lease's: it is held, though perhaps past its expiry. */
        HELD,
        /** An admin cancelled the task. */
        CANCELLED,
        /** Taken over, settled or trimmed. */
        LOST
    }

    private static final String READ = """
            select t.id, t.version, t.status
              from rowmill_task t
             where t.id = any(:ids)
            """;

    /** Reads, without waiting for any lock, what has become of leases. */
    @Transactional
    public Map<Lease, State> read(Collection<Lease> leases) {
        Map<Long, Object[]> rows = new HashMap<>();
        session.createNativeQuery(READ, Object[].class)
                .setParameter("ids", ids(leases))
                .getResultList()
                .forEach(row -> rows.put((Long) row[0], row));
        Map<Lease, State> states = new HashMap<>();
        for (Lease lease : leases) {
            Object[] row = rows.get(lease.id());
            states.put(lease, row == null ? State.LOST : state(lease, (Long) row[1], (String) row[2]));
        }
        return states;
    }

    private static State state(Lease lease, long version, String status) {
        if (version == lease.version()) {
            return State.HELD;
        }
        return status.equals("cancelled") ? State.CANCELLED : State.LOST;
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
