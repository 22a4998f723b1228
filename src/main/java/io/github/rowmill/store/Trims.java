package io.github.rowmill.store;

import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import org.hibernate.StatelessSession;

/** Deletes finished tasks, and with them their attempts. */
@ApplicationScoped
public class Trims {

    private final StatelessSession session;

    Trims(StatelessSession session) {
        this.session = session;
    }

    private static final String BE_THE_ONE = """
            select pg_try_advisory_xact_lock(hashtextextended('rowmill.trim', 0))
            """;

    private static final String TRIM = """
            with old as materialized (
                select t.id
                  from rowmill_task t
                 where t.id = any(array(
                           select f.id
                             from rowmill_task f
                            where f.status = :status
                              and f.finished < now() - make_interval(secs => :age)
                            order by f.finished
                            limit :limit))
                   and t.status = :status
                 order by t.id
                   for update of t skip locked)
            delete from rowmill_task t
             using old
             where t.id = old.id
            """;

    /**
     * Deletes tasks of one final state that finished longer ago than {@code age}, the oldest first, at most
     * {@code limit}; none if another node is at it right now.
     *
     * @return how many were deleted
     */
    @Transactional
    public int trim(TaskStatus status, Duration age, int limit) {
        if (!session.createNativeQuery(BE_THE_ONE, Boolean.class).getSingleResult()) {
            return 0;
        }
        return session.createNativeMutationQuery(TRIM)
                .setParameter("status", status.column())
                .setParameter("age", Inserts.seconds(age))
                .setParameter("limit", limit)
                .executeUpdate();
    }
}
